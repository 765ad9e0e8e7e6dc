import TimedMetadata

struct ClockTagRate: Rule {
  static let title = "Tag clock too fast or too slow"
  static let text = """
    The tags' own clock runs as fast as the presentation from one DATA tag to the next.

    A tag has the time of its release, by the clock fed to the inserter. A step means that the clock
    was set, or that content with its own tags was joined.
    """
  static let limit = TagClockSteps.limit
  static let traits = RuleTraits(
    .clock,
    .warning,
    bound: .share(0.02),
    isHeuristic: true,
    needs: [.media, .dataTags(2)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Check the time that the inserter is fed, and where the content was joined.",
    source: "practice, limit ours"
  )

  private let limit: Double
  private var steps = PerStream<TagClockSteps>()
  private var pairs = 0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    let step = steps.update(tag.stream, from: TagClockSteps()) { $0.next(tag) }
    guard let step = step ?? nil else { return }
    pairs += 1
    if abs(step.gain) > limit { log.add(Self.rate(step), at: tag.place) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    pairs > 0 ? .assessedShare(of: pairs) : .notAssessed(.heuristicUnconfirmed)
  }
}

extension ClockTagRate {
  static func rate(_ step: TagClockSteps.Step) -> String {
    "PTS advanced \(Words.seconds(step.presentation)), tag clock \(Words.seconds(step.tagClock))"
  }
}
