/// Writes the PAT and PMT that precede the PES packets for a demultiplexer: one program, with every ID3 stream as
/// private data with a registration of `ID3 `. libavformat of FFmpeg 5.1 and older removes five bytes from every PES
/// packet of the standard's stream type 0x15; with these tables it returns the whole payload, as newer versions do.
package enum SyntheticTables {
  /// The maximum number of streams in one program map section, which has 13 bytes, and 11 bytes for each stream.
  package static let capacity = (PSISection.maximumLength - 13) / 11

  /// Null packets after the tables: libavformat reads several packets to find their size.
  private static let nullPackets = Array(repeating: OutgoingPacket.null, count: 8)
    .flatMap(\.encoded)

  package static func packets(announcing pids: [UInt16]) -> [UInt8] {
    var mapPID: UInt16 = 0x1000
    while pids.contains(mapPID) { mapPID += 1 }
    let association = ProgramAssociation(programs: [.init(programNumber: 1, pid: mapPID)])
    let map = ProgramMap(
      programNumber: 1,
      pcrPID: ProgramMap.noPCR,
      streams: pids.prefix(capacity).map {
        ElementaryStream(type: .privateData, pid: $0, descriptors: [.id3Registration])
      }
    )
    var writer = PacketWriter()
    let packets =
      writer.packets(carryingSection: association.section.encoded, pid: 0)
      + writer.packets(carryingSection: map.section.encoded, pid: mapPID)
    return packets.flatMap(\.encoded) + nullPackets
  }
}
