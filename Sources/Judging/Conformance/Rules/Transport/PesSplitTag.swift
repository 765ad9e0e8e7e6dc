import TimedMetadata

struct PesSplitTag: Rule {
  static let title = "Tag split over PES packets"
  static let text = """
    A tag that fits into one PES packet is in one.

    Only a tag of more than 65 535 bytes must continue in a second packet.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write a tag into one PES packet.",
    source: "Apple 2.4"
  )

  /// The largest value of `PES_packet_length`.
  private static let maximumSize = 65_535

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.pesCount > 1,
      tag.tag.bytes.count <= Self.maximumSize
    else { return }
    log.add(Self.split(tag.tag.bytes.count, packets: facts.pesCount), at: tag.place)
  }
}

extension PesSplitTag {
  static func split(_ bytes: Int, packets: Int) -> String {
    "tag of \(Words.count(bytes, "byte")) split over \(packets) PES"
  }
}
