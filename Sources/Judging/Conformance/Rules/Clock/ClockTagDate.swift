import Foundation
import NielsenTag
import TimedMetadata

struct ClockTagDate: Rule {
  static let title = "Tag clock not set"
  static let text = """
    The tags' own clock is set.

    Tags of this form were introduced in 2010, and none is made ahead of time. An earlier or a
    future date means that the clock of the inserter is not set. Tags in recordings can be as old as
    the recording.
    """
  static let traits = RuleTraits(
    .clock,
    .info,
    isHeuristic: true,
    needs: [.tags],
    remedy: "Set the clock of the inserter, by NTP for example.",
    source: "ours"
  )

  /// A tag by its first time.
  private struct Dated {
    var time: Int64
    var place: Place
  }

  /// The latest time of each stream: it alone is compared with what is known at the end.
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
  static func unset(_ time: Int64) -> String { "tag time \(text(time)): inserter has no clock" }

  static func ahead(_ time: Int64) -> String {
    "tag time \(text(time)): the clock of the inserter is ahead"
  }

  /// UTC, to the second: `1970-01-01 00:02:10`.
  private static func text(_ time: Int64) -> String {
    Date(timeIntervalSince1970: Double(time)).formatted(
      .iso8601.year().month().day()
        .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    )
  }
}
