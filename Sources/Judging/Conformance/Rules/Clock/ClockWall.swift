import NielsenTag
import TimedMetadata

struct ClockWall: Rule {
  static let title = "Tag times differ from the time of day"
  static let text = """
    The tags' own clock is that of the programme.

    A live stream carries the time of day of its content, and its tags carry the same time. Tags of
    a recording carry the time at which it was made.
    """
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .clock,
    .info,
    isHeuristic: true,
    needs: [.tags, .wallClock],
    thresholds: [limit],
    remedy: "For a live channel set the clocks of encoder and inserter by the same source.",
    source: "ours"
  )

  private let limit: Double
  private var hasClock = false

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let wallClock = tag.tag.wallClock, let time = tag.trustedBlob?.lastTagTime else { return }
    hasClock = true
    let distance = abs(Double(time) - wallClock)
    if distance > limit { log.add(Self.off(distance), at: tag.place) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    hasClock ? .assessed : .notAssessed(.heuristicUnconfirmed)
  }
}

extension ClockWall {
  static func off(_ seconds: Double) -> String {
    "tag clock is \(Words.limit(seconds.rounded())) off the programme clock"
  }
}
