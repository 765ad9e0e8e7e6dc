import TimedMetadata

struct CadenceInfoEarly: Rule {
  static let title = "INFO tag sooner than usual"
  static let text = """
    INFO tags do not come sooner than usual.

    An inserter sends one when it starts. Many in a row mean that it restarts repeatedly.
    """
  static let limit = Threshold("limit", 240, "s")
  static let traits = RuleTraits(
    .cadence,
    .info,
    needs: [.infoTags(2), .clock],
    thresholds: [limit],
    listsEach: true,
    remedy: "Check that the inserter did not restart at this time.",
    source: "practice, limit ours"
  )

  private let limit: Double
  private var last = PerStream<Double>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let time = tag.tag.time else { return }
    let limit = limit
    let previous = last.update(tag.stream, from: -.infinity) { last in
      defer { last = time }
      return last
    }
    guard let previous, time - previous < limit else { return }
    log.add(Self.early(time - previous), at: tag.place)
  }
}

extension CadenceInfoEarly {
  static func early(_ seconds: Double) -> String {
    "INFO tag after \(Words.seconds(seconds)) (inserter restarted?)"
  }
}
