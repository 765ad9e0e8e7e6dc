import TimedMetadata

struct PesStreamId: Rule {
  static let title = "Wrong stream_id for ID3"
  static let text = """
    PES packets of the ID3 have stream_id 0xbd, private stream 1.

    The metadata stream, 0xfc, is correct for metadata in access unit cells, which `pes-mau-header`
    judges.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write stream_id 0xbd into the PES packets of the ID3.",
    source: "Apple 2.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      let streamID = facts.streamID, streamID != Self.privateStream1,
      streamID != Self.metadataStream || !tag.has(.pesMauHeader)
    else { return }
    log.add(Self.streamID(streamID), at: tag.place)
  }

  private static let privateStream1: UInt8 = 0xbd
  private static let metadataStream: UInt8 = 0xfc
}

extension PesStreamId {
  static func streamID(_ streamID: UInt8) -> String {
    "stream_id 0x\(Words.hex(streamID)), expected 0x\(Words.hex(privateStream1))"
  }
}
