import TimedMetadata

struct InfoTagTimes: Rule {
  static let title = "INFO tag that spans a time"
  static let text = """
    First and last time of an INFO tag are the same.

    In the only public INFO tag they are: it covers no audio. Others may differ, so this is only
    information.
    """
  static let traits = RuleTraits(
    .info,
    .info,
    bound: .none,
    isHeuristic: true,
    needs: [.infoTags(1)],
    remedy: "No action is needed: report the inserter that does this to the project.",
    source: "inferred from a public payload"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let blob = tag.trustedBlob else { return }
    let seconds = blob.lastTagTime - blob.firstTagTime
    guard seconds != 0 else { return }
    log.add(Self.span(seconds), at: tag.place)
  }
}

extension InfoTagTimes {
  static func span(_ seconds: Int64) -> String { "INFO tag spans \(seconds) s" }
}
