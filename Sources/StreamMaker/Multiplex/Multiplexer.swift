import NielsenTag
import TransportStream

/// Puts tags, and the tables that declare them, among the packets of a program.
///
/// A tag leaves behind the audio PES packet whose PTS it takes. Everything a fault changes is changed
/// here, at the step that makes it: plan and content in `TagSchedule`, then bytes, PES packet,
/// transport packets, tables and clocks.
final class Multiplexer {
  private let changes: FaultChanges
  private let output: PacketOutput
  private var schedule: TagSchedule
  private var writer = PacketWriter()
  private var tables: ProgramTables?
  private(set) var id3PID: UInt16 = 0x102
  private var tableCount = 0
  private var hasStarted = false

  /// The last PTS of the reference; the time it stands for, in ticks from the start of the stream.
  private var reference: (pts: Int64, time: Int64)?
  /// Tags whose frame has passed, with the PTS they take.
  private var waiting: [(tag: PlannedTag, pts: Int64)] = []

  /// A multiplexer of a stream of `seconds`.
  init(options: StreamMakerOptions, seconds: Double, output: PacketOutput) {
    changes = options.fault?.changes ?? FaultChanges()
    self.output = output
    schedule = TagSchedule(seed: options.seed, seconds: seconds, changes: changes)
  }

  /// Seconds from the start of the stream, by its reference.
  private var seconds: Double {
    Double(reference?.time ?? 0) / Double(Timestamp.ticksPerSecond)
  }

  private var clockShift: Int64 { changes.clockShift?(seconds) ?? 0 }

  /// Tells the program, without its tags. The first PID from 0x102 that is free carries them.
  func setTables(association: ProgramAssociation, map: ProgramMap, mapPID: UInt16) throws {
    let taken = Set(map.streams.map(\.pid)).union([mapPID, map.pcrPID])
    while taken.contains(id3PID) { id3PID += 1 }
    tables = ProgramTables(association: association, map: map, mapPID: mapPID, id3PID: id3PID)
  }

  /// Writes the tables.
  func writeTables() throws {
    guard var tables else { return }
    try start()
    changes.tables?(&tables, ProgramTables.Moment(index: tableCount, seconds: seconds))
    tableCount += 1
    for packet in tables.packets(writer: &writer) { try output.write(packet) }
  }

  /// Writes a clock reference of 27 MHz in a packet of its own.
  func writeClock(pcr: Int64, pid: UInt16) throws {
    try start()
    output.noteClock(pcr)
    let base = (pcr / 300 + clockShift) & (Timestamp.modulus - 1)
    try output.write(writer.clockPacket(pcr: base * 300 + pcr % 300, pid: pid))
  }

  /// Says that a frame of the reference with this PTS is being written: tags that are due at it take
  /// the PTS.
  func noteReference(pts: Int64) throws {
    let time = reference.map { $0.time + Timestamp.difference(pts, $0.pts) } ?? 0
    reference = (pts, time)
    for tag in schedule.take(at: seconds) {
      // A tag ahead of its frame takes the PTS that the frame will have.
      let ahead = max(tag.releaseTime - seconds, 0) * Double(Timestamp.ticksPerSecond)
      waiting.append((tag, pts + Int64(ahead.rounded()) + tag.ptsShift))
    }
  }

  /// Writes the tags that are due.
  func writeDueTags() throws {
    guard !waiting.isEmpty else { return }
    let due = waiting.filter { isDue($0.tag) }
    waiting.removeAll { isDue($0.tag) }
    for (tag, pts) in due { try write(tag, pts: pts) }
  }

  /// Writes packets that are already complete, 188 bytes each.
  func pass(_ packets: UnsafeRawBufferPointer) throws {
    try start()
    guard changes.clockShift != nil else {
      try output.write(packets)
      return
    }
    var shifted = Array(packets)
    let shift = clockShift
    try shifted.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: TransportPacket.byteCount) {
        let packet = bytes[start..<start + TransportPacket.byteCount]
        PacketFields.shiftClocks(UnsafeMutableRawBufferPointer(rebasing: packet), by: shift)
      }
      try output.write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Says that the clock of passing packets reads `pcr`, at 27 MHz.
  func noteClock(_ pcr: Int64) { output.noteClock(pcr) }

  /// Writes what is left.
  func finish() throws {
    try writeDueTags()
  }

  private func isDue(_ tag: PlannedTag) -> Bool {
    tag.releaseTime + tag.arrivalShift <= seconds
  }

  private func start() throws {
    guard !hasStarted else { return }
    hasStarted = true
    try output.writeRaw(changes.leadingBytes)
  }

  private func write(_ tag: PlannedTag, pts: Int64) throws {
    output.framing = changes.framing?(output.framing, tag) ?? output.framing
    try output.writeRaw(changes.junk?(tag) ?? [])
    var bytes = try tag.content.tag()
    changes.bytes?(&bytes, tag)
    let pid = changes.pid?(id3PID, tag) ?? id3PID
    let whole = PESPacket(pts: pts + clockShift, isDataAligned: true, payload: bytes)
    writer.skipCounter(pid: pid, by: changes.skippedCounters?(tag) ?? 0)
    for pes in changes.pes?(whole, tag) ?? [whole] {
      let packets = writer.packets(carrying: pes.encoded, pid: pid)
      for packet in changes.packets?(packets, tag) ?? packets { try output.write(packet) }
    }
  }
}
