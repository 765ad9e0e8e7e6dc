import Foundation
import NielsenTag
import TimedMetadata

struct ClockWall: Rule {
  static let id: RuleID = "clock-wall"
  static let title = "Tag times differ from the time of day"
  static let text = """
    The tags' own clock agrees with the time of day of the stream.

    A live stream carries the time of day of its content, and its tags carry the same time. Tags of
    a recording carry the time at which the recording was made.
    """
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .clock,
    .info,
    isHeuristic: true,
    needs: [.tags, .wallClock],
    thresholds: [limit],
    remedy:
      "For a live channel, set the clocks of encoder and inserter from the same source.",
    source: "this tool's own rule"
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
    "tag clock differs from the stream's time of day by \(Words.limit(seconds.rounded()))"
  }
}

struct ClockTagDate: Rule {
  static let id: RuleID = "clock-tag-date"
  static let title = "Tag clock not set"
  static let text = """
    The tags' own clock is set.

    Tags of this format were introduced in 2010, and no tag is made ahead of time. A date before
    2010 or in the future means that the clock of the inserter is not set. Tags in recordings can be
    as old as the recording.
    """
  static let traits = RuleTraits(
    .clock,
    .info,
    isHeuristic: true,
    needs: [.tags],
    remedy: "Set the clock of the inserter, for example by NTP.",
    source: "this tool's own rule"
  )

  /// The first tag time of a tag, in Unix seconds, and the place of the tag.
  private struct Dated {
    var time: Int64
    var place: Place
  }

  /// The tag with the latest time in each stream. At the end of the input, its time is compared with the current time.
  private var latest = PerStream<Dated>()
  private var hasDate = false

  private static let secondsPerDay = 86_400.0

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let time = tag.trustedBlob?.firstTagTime else { return }
    hasDate = true
    if time < NielsenPayload.plausibleTagTimes.lowerBound {
      log.add(Self.unset(time), at: tag.place)
    }
    _ = latest.update(tag.stream, from: Dated(time: time, place: tag.place)) { latest in
      if time > latest.time { latest = Dated(time: time, place: tag.place) }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard hasDate else { return .notAssessed(.heuristicUnconfirmed) }
    for (_, latest) in latest.all where Double(latest.time) > facts.now + Self.secondsPerDay {
      log.add(Self.ahead(latest.time), at: latest.place)
    }
    return .assessed
  }
}

extension ClockTagDate {
  static func unset(_ time: Int64) -> String {
    "tag time \(text(time)): the clock of the inserter is not set"
  }

  static func ahead(_ time: Int64) -> String {
    "tag time \(text(time)): the clock of the inserter is ahead"
  }

  /// Formats a time in UTC, to the second: `1970-01-01 00:02:10`.
  private static func text(_ time: Int64) -> String {
    Date(timeIntervalSince1970: Double(time)).formatted(
      .iso8601.year().month().day()
        .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    )
  }
}

struct ClockTagRate: Rule {
  static let id: RuleID = "clock-tag-rate"
  static let title = "Tag clock too fast or too slow"
  static let text = """
    The tags' own clock runs as fast as the presentation from one DATA tag to the next.

    A tag contains the time of its release by the clock that feeds the inserter. A step means that
    the clock was set, or that content with its own tags was joined.
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
    remedy: "Check the clock source of the inserter, and where content was joined.",
    source: "practice of existing validators; this tool's own limit"
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
    "PTS advanced \(Words.seconds(step.presentation)), the tag clock \(Words.seconds(step.tagClock))"
  }
}
