import TimedMetadata

struct PesDts: Rule {
  static let title = "DTS on the ID3"
  static let text = """
    PES packets of the ID3 have no DTS.

    A tag is not decoded ahead of its time. The flags 01, a DTS without a PTS, are forbidden.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write a PTS alone into the PES packets of the ID3.",
    source: "Apple 2.3, H.222 2.4.3.7"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0 else {
      return
    }
    switch facts.timestampFlags {
    case 3: log.add(Self.present, at: tag.place)
    case 1: log.add(Self.forbidden, at: tag.place)
    default: break
    }
  }
}

extension PesDts {
  static let present = "DTS present on a metadata PES"
  static let forbidden = "PTS_DTS_flags '01' on a metadata PES, forbidden"
}
