import TimedMetadata

struct PesAlignment: Rule {
  static let title = "Alignment indicator wrong"
  static let text = """
    The data alignment indicator is set where a tag starts, and only there.

    media3 ignores a PES packet without it, and treats one that has it as the start of a tag.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy:
      "Set data_alignment_indicator in the first PES packet of every tag, and clear it "
      + "in the others.",
    source: "Apple 2.3, google/ExoPlayer#5747"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport else { return }
    if facts.tagsInFront == 0, facts.isAligned == false { log.add(Self.clear, at: tag.place) }
    if facts.isContinuationAligned { log.add(Self.set, at: tag.place) }
  }
}

extension PesAlignment {
  static let clear = "data_alignment_indicator 0: media3 ignores this tag"
  static let set = "data_alignment_indicator 1 where the tag goes on: media3 begins another"
}
