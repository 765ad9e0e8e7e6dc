/// The part of an input that was asked for: its start, and its length in seconds.
package struct ReadingWindow: Sendable, Equatable {
  /// Times are reported in milliseconds: the start as reported is part of the window.
  private static let tolerance = 0.0005

  /// Seconds on the timeline; nil: from the first.
  package var start: Double?
  /// Unix seconds; nil: whenever.
  package var wallClockStart: Double?
  /// Seconds on the timeline; nil: to the last.
  package var end: Double?

  /// From `start` to `end`, or from a time of the day on; by default everything.
  package init(start: Double? = nil, wallClockStart: Double? = nil, end: Double? = nil) {
    self.start = start
    self.wallClockStart = wallClockStart
    self.end = end
  }

  /// Whether a tag is in it. One without any time is.
  package func contains(_ tag: TimedTag) -> Bool {
    if let end, let time = tag.time, time > end { return false }
    if let wallClockStart, let date = tag.wallClock {
      return date >= wallClockStart - Self.tolerance
    }
    if let start, let time = tag.time { return time >= start - Self.tolerance }
    return true
  }
}
