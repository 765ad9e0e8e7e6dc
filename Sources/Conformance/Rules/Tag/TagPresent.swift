import TimedMetadata

/// There is a Nielsen tag at all.
///
/// Without one nothing is measured, and the verdict is `absent`. An input that was not read to its end
/// cannot show it, nor can one of less than 30 s: tags are some ten seconds apart, and a segment without
/// one proves nothing.
struct TagPresent: Rule {
  static let traits = RuleTraits(
    .tag,
    .error,
    bound: .minimum(1),
    remedy: "Check that the encoder inserts ID3 and every packager passes it on.",
    source: "ours"
  )

  private var others = 0

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    if tag.isNielsen { log.count() } else { others += 1 }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard facts.nielsenTags == 0 else { return .assessed }
    // A live playlist has been read as far as it goes.
    let isRead = facts.isWhole || facts.summary.playlist?.isLive == true
    guard isRead, facts.summary.renditions.allSatisfy({ $0.segmentsMissing == 0 }) else {
      return .notAssessed(.notRead)
    }
    guard !facts.isTooShortForTags else { return .notAssessed(.tooShort) }
    log.add(Self.absent(seconds: facts.summary.duration, others: others), at: Place(), amount: 0)
    return .assessed
  }
}

extension TagPresent {
  static func absent(seconds: Double?, others: Int) -> String {
    let length = seconds.map { " in \(Words.seconds($0))" } ?? ""
    let beside =
      others == 0 ? "" : " (\(others) other ID3 \(others == 1 ? "tag" : "tags"))"
    return "no Nielsen tag\(length)\(beside)"
  }
}
