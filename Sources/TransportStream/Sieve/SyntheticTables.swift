/// The PAT and PMT that the sieve writes before the ID3 packets that it passes on: one program, every ID3
/// stream as private data with a registration of `ID3 `. libavformat of FFmpeg 5.1 and older removes five
/// bytes from every PES packet of the standard's stream type 0x15; with these tables it returns the whole
/// payload, as newer versions do.
struct SyntheticTables {
  /// The most streams of one program map section: 13 bytes, and 11 bytes per stream.
  static let capacity = (PSISection.maximumLength - 13) / 11

  private var version: UInt8 = 31
  private var writer = PacketWriter()

  /// Null packets after the first tables: avformat_open_input needs seven consecutive packets to detect a
  /// packet size. Without them, opening a live stream would wait for several tags.
  private static let nullPackets = Array(repeating: OutgoingPacket.null, count: 8)

  /// The packets that announce `pids`, with a new version.
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
    let packets =
      writer.packets(carryingSection: association.section.encoded, pid: 0)
      + writer.packets(carryingSection: map.section.encoded, pid: mapPID)
      + (isFirst ? Self.nullPackets : [])
    return packets.flatMap(\.encoded)
  }
}
