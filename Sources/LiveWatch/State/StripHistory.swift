/// The time range that a page shows.
package enum WatchRange: String, Sendable, CaseIterable {
  case hour = "1h"
  case day = "24h"
  case week = "7d"

  /// Its length in seconds.
  package var seconds: Double {
    switch self {
    case .hour: 3600
    case .day: 86_400
    case .week: 604_800
    }
  }

  /// The text after "the last".
  var words: String {
    switch self {
    case .hour: "hour"
    case .day: "24 hours"
    case .week: "7 days"
    }
  }
}

/// The strips of one track for every range. Their size does not grow with time.
struct StripHistory: Sendable {
  private var hour = StateStrip(secondsPerMark: WatchRange.hour.secondsPerMark)
  private var day = StateStrip(secondsPerMark: WatchRange.day.secondsPerMark)
  private var week = StateStrip(secondsPerMark: WatchRange.week.secondsPerMark)

  /// Puts a mark at a time of the steady clock.
  mutating func mark(_ mark: StateStrip.Mark, at time: Double) {
    hour.mark(mark, at: time)
    // INFO tags arrive every five minutes: in longer marks they would hide the DATA tags.
    let coarse = mark == .info ? .data : mark
    day.mark(coarse, at: time)
    week.mark(coarse, at: time)
  }

  /// Puts marks from one time of the steady clock to another.
  mutating func mark(_ mark: StateStrip.Mark, from start: Double, to end: Double) {
    hour.mark(mark, from: start, to: end)
    day.mark(mark, from: start, to: end)
    week.mark(mark, from: start, to: end)
  }

  /// The marks of a range up to a time, the oldest first.
  func marks(_ range: WatchRange, upTo time: Double) -> [StateStrip.Mark] {
    switch range {
    case .hour: hour.marks(upTo: time)
    case .day: day.marks(upTo: time)
    case .week: week.marks(upTo: time)
    }
  }
}

extension WatchRange {
  /// The duration of one mark of a strip, in seconds.
  var secondsPerMark: Double { seconds / Double(StateStrip.count) }
}
