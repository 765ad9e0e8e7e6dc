import TimedMetadata

struct PesPtsMissing: Rule {
  static let title = "Tag without a PTS"
  static let text = """
    Every PES packet that starts a tag has a PTS.

    Only the PTS says when a tag is due.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write a PTS into every PES packet of the ID3: that of the audio the tag belongs to.",
    source: "Apple 2.3"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      tag.tag.pts == nil
    else { return }
    log.add(Self.missing, at: tag.place)
  }
}

extension PesPtsMissing {
  static let missing = "no PTS: hls.js drops this tag, media3 stops"
}
