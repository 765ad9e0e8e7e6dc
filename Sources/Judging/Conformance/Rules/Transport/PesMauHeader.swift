import TimedMetadata

struct PesMauHeader: Rule {
  static let title = "Access unit header before the tag"
  static let text = """
    No metadata access unit header comes before the tag.

    Players look for "ID3" at the first byte of the payload, and the header takes five.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Carry the ID3 in private stream 1 without access unit cells.",
    source: "Apple 2.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      tag.has(log.rule)
    else { return }
    log.add(Self.header(streamID: facts.streamID), at: tag.place)
  }
}

extension PesMauHeader {
  static func header(streamID: UInt8?) -> String {
    "metadata AU cell header before ID3"
      + (streamID.map { " (stream_id 0x\(Words.hex($0)))" } ?? "")
  }
}
