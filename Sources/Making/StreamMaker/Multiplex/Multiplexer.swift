import NielsenTag
import TransportStream

/// Inserts tags, and the tables that declare them, into the packets of a program. A tag is written after the frame of
/// the reference stream that has the same PTS. Faults are applied at each step: plan and content in `TagSchedule`,
/// then tag bytes, PES packets, transport packets, tables and clocks.
final class Multiplexer {
  private let changes: FaultChanges
  private let output: PacketOutput
  private let carriesTags: Bool
  private var placement: TagPlacement
  private var writer = PacketWriter()
  private var tables: ProgramTables?
  /// The sections of `tables`, before the changes of a fault.
  private var sections: [ProgramTables.Section] = []
  private(set) var id3PID: UInt16 = 0x102
  private var tableCount = 0
  private var hasStarted = false
  private let firstPTS: Int64
  private let startTime: UInt32
  /// The PTS at the start of the segment, before the shift, in 90 kHz ticks.
  private var segmentStart: Int64
  /// The shift of the segment's clocks, in 90 kHz ticks.
  private var segmentShift: Int64 = 0
  /// Whether the next clock reference gets the discontinuity indicator.
  private var isDiscontinuous = false
  /// The current segment, for faults. Nil in a stream without segments.
  private var moment: PresentationChanges.Moment?
  private var splices: SpliceSchedule?
  private var splicePID: UInt16 = 0x258
  /// Packets that a fault moves to the next segment.
  private var heldPackets: [OutgoingPacket] = []

  /// Creates a multiplexer for a stream of `seconds` seconds. If `carriesTags` is false, the tables do not declare
  /// tags, and the fault is not applied.
  init(
    options: StreamMakerOptions,
    seconds: Double,
    carriesTags: Bool = true,
    output: PacketOutput
  ) {
    changes = carriesTags ? options.fault?.changes ?? FaultChanges() : FaultChanges()
    self.carriesTags = carriesTags
    self.output = output
    firstPTS = options.firstPTS
    segmentStart = options.firstPTS
    startTime = options.start
    placement = TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
    if options.announcesBreaks || changes.splices != nil || changes.needsBreaks {
      splices = SpliceSchedule(changes.splices)
    }
  }

  private var seconds: Double { placement.seconds }

  private var clockShift: Int64 { (changes.clockShift?(seconds) ?? 0) + segmentShift }

  /// Starts a segment: writes its tables, and sets the shift of its clocks.
  func begin(_ segment: SegmentContent) throws {
    segmentStart = segment.start
    segmentShift = segment.shift
    isDiscontinuous = segment.isDiscontinuous
    moment = segment.moment(firstPTS: firstPTS)
    hasStarted = false
    try writeTables()
    try releaseHeldPackets()
  }

  private func releaseHeldPackets() throws {
    for packet in heldPackets { try output.write(packet) }
    heldPackets = []
  }

  /// Sets the tables of the program, and adds the tags on the first free PID from 0x102.
  func setTables(association: ProgramAssociation, map: ProgramMap, mapPID: UInt16) throws {
    let taken = Set(map.streams.map(\.pid)).union([mapPID, map.pcrPID])
    while taken.contains(id3PID) { id3PID += 1 }
    while taken.contains(splicePID) || splicePID == id3PID { splicePID += 1 }
    let tables = ProgramTables(
      association: association,
      map: map,
      mapPID: mapPID,
      id3PID: carriesTags ? id3PID : nil,
      splicePID: splices == nil ? nil : splicePID
    )
    self.tables = tables
    sections = tables.sections
  }

  func writeTables() throws {
    guard tables != nil else { return }
    try start()
    for section in changedSections() ?? sections {
      for packet in writer.packets(carryingSection: section.bytes, pid: section.pid) {
        try output.write(packet)
      }
    }
  }

  /// The sections with the changes of a fault. Nil if the fault does not change tables.
  private func changedSections() -> [ProgramTables.Section]? {
    guard let change = changes.tables, var tables else { return nil }
    let occasion = ProgramTables.Moment(
      index: tableCount,
      seconds: seconds,
      isInStruckSegment: moment?.isStruck ?? false
    )
    tableCount += 1
    change(&tables, occasion)
    return tables.sections
  }

  /// Writes a clock reference (27 MHz ticks) in a separate packet.
  func writeClock(pcr: Int64, pid: UInt16) throws {
    try start()
    output.noteClock(pcr)
    let base = (pcr / 300 + clockShift) & (Timestamp.modulus - 1)
    var packet = writer.clockPacket(pcr: base * 300 + pcr % 300, pid: pid)
    packet.isDiscontinuous = isDiscontinuous
    isDiscontinuous = false
    try output.write(packet)
  }

  /// Records that a frame with this PTS is being written on the reference stream. Tags that are due at that frame get
  /// its PTS.
  func noteReference(pts: Int64) {
    placement.noteReference(pts: pts)
  }

  /// Writes the tags and SCTE-35 messages that are due. Before the tables are known, does nothing.
  func writeDueTags() throws {
    try writeDueSplices()
    guard carriesTags, tables != nil, placement.hasWaitingTags else { return }
    for (tag, pts) in placement.takeDue() { try write(tag, pts: pts) }
  }

  private func writeDueSplices() throws {
    guard tables != nil, let due = splices?.take(at: seconds) else { return }
    for splice in due {
      let ticks = Int64(splice.time * Double(Timestamp.ticksPerSecond))
      let section = splice.section(pts: firstPTS + ticks + clockShift)
      for packet in writer.packets(carryingSection: section, pid: splicePID) {
        try output.write(packet)
      }
    }
  }

  /// Writes complete packets of 188 bytes each, with shifted clocks.
  func pass(_ packets: UnsafeRawBufferPointer) throws {
    try start()
    guard changes.clockShift != nil || segmentShift != 0 || isDiscontinuous else {
      try output.write(packets)
      return
    }
    var shifted = Array(packets)
    let shift = clockShift
    try shifted.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: TransportPacket.byteCount) {
        let packet = UnsafeMutableRawBufferPointer(
          rebasing: bytes[start..<start + TransportPacket.byteCount]
        )
        PacketFields.shiftClocks(packet, by: shift)
        if isDiscontinuous, PacketFields.markDiscontinuity(packet) { isDiscontinuous = false }
      }
      try output.write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Records a clock reference of forwarded packets, in 27 MHz ticks.
  func noteClock(_ pcr: Int64) { output.noteClock(pcr) }

  /// Writes the tags that are due, and the held packets.
  func finish() throws {
    try writeDueTags()
    try releaseHeldPackets()
  }

  private func start() throws {
    guard !hasStarted else { return }
    hasStarted = true
    let milliseconds = (segmentStart - firstPTS) * 1000 / Timestamp.ticksPerSecond
    let start = MadeSegmentStart(
      pts: segmentStart + segmentShift,
      wallClock: Int64(startTime) * 1000 + milliseconds
    )
    try output.writeRaw(changes.leadingBytes?(start) ?? [])
  }

  private func write(_ tag: PlannedTag, pts: Int64) throws {
    output.framing = changes.framing?(output.framing, tag) ?? output.framing
    try output.writeRaw(changes.junk?(tag) ?? [])
    let bytes = try tag.bytes(changes)
    let pid = changes.pid?(id3PID, tag) ?? id3PID
    var pts = pts + clockShift
    if let moment { pts = changes.presentation.tagPTS?(pts, tag, moment) ?? pts }
    let whole = PESPacket(pts: pts, isDataAligned: true, payload: bytes)
    writer.skipCounter(pid: pid, by: changes.skippedCounters?(tag) ?? 0)
    for pes in changes.pes?(whole, tag) ?? [whole] {
      let packets = writer.packets(carrying: pes.encoded, pid: pid)
      let changed = changes.packets?(packets, tag) ?? packets
      let isSplit = changes.presentation.splitsTag?(tag) ?? false
      for packet in changed.prefix(isSplit ? 1 : changed.count) { try output.write(packet) }
      if isSplit { heldPackets += changed.dropFirst() }
    }
  }
}
