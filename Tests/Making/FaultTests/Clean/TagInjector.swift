import TransportStream

/// Inserts timed ID3 into a transport stream that other software made: declares a PID in every program map, and adds a
/// PES packet for each tag.
struct TagInjector {
  struct Injected: Sendable, Equatable {
    var program: Int?
    var pid: Int?
    /// The PTS: 33 bits at 90 kHz or, in an event message, a time in its timescale.
    var pts: Int64?
    var bytes: [UInt8]
    /// The byte offset of the tag's first packet.
    var offset: Int64?
    /// The name of the segment that contains the tag.
    var segment: String?
  }

  /// The reason why a stream cannot be changed.
  struct NotUnderstood: Error {
    var words: String
  }

  private struct Program {
    var number: UInt16
    var id3PID: UInt16
    /// The PID whose time stamps the tags get: audio, or video if there is no audio.
    var referencePID: UInt16?
    var start: Int64?
    var next = 0
  }

  private(set) var bytes: [UInt8] = []
  /// The inserted tags, in the order of their packets.
  private(set) var injected: [Injected] = []

  private let tags: [DueTag]
  /// Whether tags replace null packets, which keeps the bit rate constant.
  private let takesNulls: Bool
  /// The programs, by the PID of their PMT.
  private var programs: [UInt16: Program] = [:]
  private var writer = PacketWriter()
  /// The last PMT of each PID, and the PMT that declares the tags: a cache, because a PMT rarely changes.
  private var declared: [UInt16: (map: ArraySlice<UInt8>, unit: [UInt8])] = [:]
  /// Packets that wait for a null packet to replace, each with the tag that starts in it.
  private var waiting: [(packet: [UInt8], tag: Injected?)] = []

  private static let packetSize = TransportPacket.byteCount

  init(_ stream: [UInt8], _ tags: [DueTag]) throws {
    self.tags = tags
    let starts = stride(from: 0, to: stream.count - Self.packetSize + 1, by: Self.packetSize)
    takesNulls = starts.contains { Self.pid(stream[$0...]) == TransportPacket.nullPID }
    bytes.reserveCapacity(stream.count + 64 * Self.packetSize)
    for start in starts {
      let packet = stream[start..<(start + Self.packetSize)]
      guard packet.first == TransportPacket.syncByte else {
        throw NotUnderstood(words: "no packet at byte \(start)")
      }
      try add(packet)
    }
  }

  private mutating func add(_ packet: ArraySlice<UInt8>) throws {
    let pid = Self.pid(packet)
    let startsUnit = packet[packet.startIndex + 1] & 0x40 != 0
    if pid == TransportPacket.nullPID, !waiting.isEmpty {
      let (packet, tag) = waiting.removeFirst()
      return write(packet, tag)
    }
    if pid == 0, startsUnit { readAssociation(packet) }
    if startsUnit, programs[pid] != nil {
      return bytes += try declaring(packet, pid)
    }
    bytes += packet
    guard startsUnit, let map = programs.first(where: { $0.value.referencePID == pid })?.key else {
      return
    }
    try addDue(map, at: Self.pts(packet))
  }

  private mutating func write(_ packet: [UInt8], _ tag: Injected?) {
    if var tag {
      tag.offset = Int64(bytes.count)
      injected.append(tag)
    }
    bytes += packet
  }

  // MARK: - Tables

  private mutating func readAssociation(_ packet: ArraySlice<UInt8>) {
    guard let section = PSISection(Self.section(packet)),
      let table = ProgramAssociation(section)
    else { return }
    for (index, entry) in table.programs.enumerated() where programs[entry.pid] == nil {
      programs[entry.pid] = Program(
        number: entry.programNumber,
        id3PID: 0x1f0 + UInt16(index)
      )
    }
  }

  /// The packet of a PMT, with the tags declared.
  private mutating func declaring(_ packet: ArraySlice<UInt8>, _ pid: UInt16) throws -> [UInt8] {
    if let known = declared[pid], known.map == packet.dropFirst(4),
      packet[packet.startIndex + 3] & 0x30 == 0x10
    {
      return Array(packet.prefix(4)) + known.unit
    }
    guard let program = programs[pid], let section = PSISection(Self.section(packet)),
      var map = ProgramMap(section)
    else { throw NotUnderstood(words: "no program map on PID \(pid)") }
    let reference =
      map.streams.first { $0.kind == .audio } ?? map.streams.first { $0.kind == .video }
    programs[pid]?.referencePID = reference?.pid
    map.descriptors.insert(.id3MetadataPointer(programNumber: program.number), at: 0)
    map.streams.append(
      ElementaryStream(type: .metadataInPES, pid: program.id3PID, descriptors: [.id3Metadata()])
    )
    let head = Array(packet.prefix(4)) + [0]
    let unit = head + map.section.encoded
    guard unit.count <= Self.packetSize, packet[packet.startIndex + 3] & 0x30 == 0x10 else {
      throw NotUnderstood(words: "the map on PID \(pid) does not fit")
    }
    let filled = unit + [UInt8](repeating: 0xff, count: Self.packetSize - unit.count)
    declared[pid] = (packet.dropFirst(4), Array(filled.dropFirst(4)))
    return filled
  }

  // MARK: - Tags

  /// Adds the tags that are due at a frame with this time stamp, to the program with this PMT.
  private mutating func addDue(_ map: UInt16, at pts: Int64?) throws {
    guard let pts, var program = programs[map] else { return }
    let start = program.start ?? pts
    program.start = start
    let time = Double((pts - start) & (Timestamp.modulus - 1)) / 90_000
    // The time stamp of the frame is before the first one.
    guard time < 40_000 else { return }
    while program.next < tags.count, tags[program.next].time <= time {
      let tag = tags[program.next]
      program.next += 1
      let unit = PESPacket(pts: pts, isDataAligned: true, payload: tag.bytes).encoded
      let injected = Injected(
        program: Int(program.number),
        pid: Int(program.id3PID),
        pts: pts,
        bytes: tag.bytes
      )
      let packets = writer.packets(carrying: unit, pid: program.id3PID)
      for (index, packet) in packets.enumerated() {
        let first = index == 0 ? injected : nil
        if takesNulls {
          waiting.append((packet.encoded, first))
        } else {
          write(packet.encoded, first)
        }
      }
    }
    programs[map] = program
  }

  // MARK: - Packets

  private static func pid(_ packet: ArraySlice<UInt8>) -> UInt16 {
    let start = packet.startIndex
    return UInt16(packet[start + 1] & 0x1f) << 8 | UInt16(packet[start + 2])
  }

  static func payload(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = packet.startIndex
    let hasField = packet[start + 3] & 0x20 != 0
    return packet.dropFirst(hasField ? 5 + Int(packet[start + 4]) : 4)
  }

  private static func section(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let payload = payload(packet)
    return payload.dropFirst(1 + Int(payload.first ?? 0))
  }

  /// The PTS of the PES packet that starts in a packet.
  static func pts(_ packet: ArraySlice<UInt8>) -> Int64? {
    guard case .header(let header) = PESHeader.read(payload(packet)) else { return nil }
    return header.pts
  }
}
