import TransportStream

/// Filters the packets of libavformat's muxer: replaces PAT and PMT, and notifies the multiplexer of clocks and frames.
final class TableFilter {
  /// The PID of service descriptions (EN 300 468, table 1).
  private static let servicePID: UInt16 = 0x11

  private let multiplexer: Multiplexer
  private let isSegmented: Bool
  private var association: ProgramAssociation?
  private var mapPID: UInt16?
  private var section: [UInt8] = []
  private var hasTables = false
  /// The PID of the first audio stream, or of the first stream if there is no audio.
  private var referencePID: UInt16?
  /// The first bytes of an incomplete packet.
  private var partial: [UInt8] = []

  /// Creates a filter. If `isSegmented` is true, service descriptions are removed, and the segment writer notifies the
  /// multiplexer of frames.
  init(multiplexer: Multiplexer, isSegmented: Bool) {
    self.multiplexer = multiplexer
    self.isSegmented = isSegmented
  }

  /// Filters the next bytes of the stream, which are usually whole packets.
  func take(_ bytes: UnsafeRawBufferPointer) throws {
    if partial.isEmpty, bytes.count % TransportPacket.byteCount == 0 {
      try takePackets(bytes)
      return
    }
    var rest = bytes[...]
    if !partial.isEmpty {
      let missing = TransportPacket.byteCount - partial.count
      partial += rest.prefix(missing)
      rest = rest.dropFirst(missing)
      guard partial.count == TransportPacket.byteCount else { return }
      try partial.withUnsafeBytes(takePackets)
      partial.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / TransportPacket.byteCount * TransportPacket.byteCount
    try takePackets(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    partial += rest.dropFirst(whole)
  }

  func finish() throws {
    try multiplexer.writeDueTags()
  }

  /// Reads the header of every packet, and forwards runs of packets that need no change.
  private func takePackets(_ packets: UnsafeRawBufferPointer) throws {
    guard let first = packets.baseAddress else { return }
    var runStart = 0
    let pass = { (end: Int) throws in
      guard runStart < end else { return }
      try self.multiplexer.pass(
        UnsafeRawBufferPointer(start: first + runStart, count: end - runStart)
      )
    }
    var end = 0
    while end < packets.count {
      let start = end
      end += TransportPacket.byteCount
      let packet = UnsafeRawBufferPointer(
        start: first + start,
        count: TransportPacket.byteCount
      )
      let pid = PacketFields.pid(packet)
      if pid == 0 || pid == mapPID {
        try pass(start)
        runStart = end
        try takeTable(packet, pid: pid)
        continue
      }
      if isSegmented, pid == Self.servicePID {
        try pass(start)
        runStart = end
        continue
      }
      guard !isSegmented, PacketFields.startsUnit(packet) else { continue }
      // All PES packets before this one are complete: write the tags that are due.
      try pass(start)
      runStart = start
      try multiplexer.writeDueTags()
      if let pcr = PacketFields.pcr(packet) { multiplexer.noteClock(pcr) }
      if pid == referencePID, let stamp = PacketFields.timestampStarts(packet).first {
        multiplexer.noteReference(pts: PacketFields.timestamp(packet, at: stamp))
      }
    }
    try pass(packets.count)
  }

  /// Assembles a section. A complete program map is replaced by the multiplexer's tables.
  private func takeTable(_ packet: UnsafeRawBufferPointer, pid: UInt16) throws {
    var payloadStart = PacketFields.payloadStart(packet)
    if PacketFields.startsUnit(packet) {
      section.removeAll(keepingCapacity: true)
      // The section starts after pointer_field.
      payloadStart = min(payloadStart + 1, packet.count)
    }
    section.append(contentsOf: UnsafeRawBufferPointer(rebasing: packet[payloadStart...]))
    guard let table = PSISection(section) else { return }
    section.removeAll(keepingCapacity: true)
    if let association = ProgramAssociation(table) {
      self.association = association
      mapPID = association.programs.first?.pid
    } else if let map = ProgramMap(table), let association {
      try takeMap(map, association: association, pid: pid)
    }
  }

  private func takeMap(_ map: ProgramMap, association: ProgramAssociation, pid: UInt16) throws {
    if !hasTables {
      hasTables = true
      let reference = map.streams.first { $0.kind == .audio } ?? map.streams.first
      referencePID = reference?.pid
      try multiplexer.setTables(association: association, map: map, mapPID: pid)
    }
    try multiplexer.writeTables()
  }
}
