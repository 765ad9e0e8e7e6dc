/// The part of an input that was asked for: from a place on, for so many seconds.
struct ReadingWindow: Sendable, Equatable {
  /// Times are told in milliseconds: what is told as the start belongs to it.
  private static let tolerance = 0.0005

  /// Seconds on the timeline; nil: from the first.
  var start: Double?
  /// Unix seconds; nil: whenever.
  var wallClockStart: Double?
  /// Seconds on the timeline; nil: to the last.
  var end: Double?

  /// Whether a tag lies in it. One without any time does.
  func contains(_ tag: TimedTag) -> Bool {
    if let end, let time = tag.time, time > end { return false }
    if let wallClockStart, let date = tag.wallClock {
      return date >= wallClockStart - Self.tolerance
    }
    if let start, let time = tag.time { return time >= start - Self.tolerance }
    return true
  }
}
