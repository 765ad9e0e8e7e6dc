/// The PAT and PMT that the sieve puts in front of the ID3 packets it lets through: one program,
/// every ID3 stream as private data with a registration of `ID3 `. A libavformat of FFmpeg 5.1 and
/// older takes five bytes off every PES packet of the standard's stream type 0x15; with these tables
/// it hands the payload on whole, and newer versions do the same.
struct SyntheticTables {
  /// The most streams that one program map section holds: 13 bytes of section around 11 a stream.
  static let capacity = (PSISection.maximumLength - 13) / 11

  private var version: UInt8 = 31
  private var associationCounter: UInt8 = 0
  private var mapCounter: UInt8 = 0

  /// Null packets behind the first tables: avformat_open_input wants seven packets in a row before it
  /// believes in a packet size. Without them opening a live stream would wait for several tags.
  private static let nullPackets: [UInt8] = {
    var packet: [UInt8] = [TransportPacket.syncByte, 0x1F, 0xFF, 0x10]
    packet += [UInt8](repeating: 0xFF, count: TransportPacket.byteCount - packet.count)
    return Array(repeating: packet, count: 8).flatMap { $0 }
  }()

  /// The packets that announce `pids`, with a version of their own.
  mutating func packets(announcing pids: [UInt16], isFirst: Bool) -> [UInt8] {
    version = (version + 1) & 0x1F
    var mapPID: UInt16 = 0x1000
    while pids.contains(mapPID) { mapPID += 1 }
    let association = ProgramAssociation(
      version: version,
      programs: [.init(programNumber: 1, pid: mapPID)]
    )
    let map = ProgramMap(
      programNumber: 1,
      version: version,
      pcrPID: ProgramMap.noPCR,
      streams: pids.prefix(Self.capacity).map {
        ElementaryStream(type: .privateData, pid: $0, descriptors: [.id3Registration])
      }
    )
    return Self.packetize(association.section.encoded, pid: 0, counter: &associationCounter)
      + Self.packetize(map.section.encoded, pid: mapPID, counter: &mapCounter)
      + (isFirst ? Self.nullPackets : [])
  }

  /// Cuts a section into packets: pointer field 0 in the first, stuffing bytes behind the last.
  private static func packetize(_ section: [UInt8], pid: UInt16, counter: inout UInt8) -> [UInt8] {
    var packets: [UInt8] = []
    var rest = section[...]
    var isFirst = true
    while !rest.isEmpty {
      packets += [
        TransportPacket.syncByte, (isFirst ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF),
        0x10 | counter,
      ]
      if isFirst { packets.append(0) }
      let room = TransportPacket.byteCount - (isFirst ? 5 : 4)
      packets += rest.prefix(room)
      packets += [UInt8](repeating: 0xFF, count: max(0, room - rest.count))
      rest = rest.dropFirst(room)
      counter = (counter + 1) & 0x0F
      isFirst = false
    }
    return packets
  }
}
