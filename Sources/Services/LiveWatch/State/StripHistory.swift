/// The time range that a page shows.
package enum WatchRange: String, Sendable, CaseIterable {
  case hour = "1h"
  case day = "24h"
  case week = "7d"

  package var seconds: Double {
    switch self {
    case .hour: 3600
    case .day: 86_400
    case .week: 604_800
    }
  }

  var secondsPerMark: Double { seconds / Double(StateStrip.count) }

  /// The text for the range after the words "the last".
  var words: String {
    switch self {
    case .hour: "hour"
    case .day: "24 hours"
    case .week: "7 days"
    }
  }
}

/// The strips of a track or a feed, one for each range. Their size does not grow with time.
struct StripHistory: Sendable {
  private var strips = WatchRange.allCases.map { StateStrip(secondsPerMark: $0.secondsPerMark) }

  mutating func mark(_ mark: StateStrip.Mark, at time: Double) {
    self.mark(mark, from: time, to: time)
  }

  mutating func mark(_ mark: StateStrip.Mark, from start: Double, to end: Double) {
    for index in strips.indices {
      // INFO tags arrive every five minutes. In longer ranges, INFO tags are shown as DATA, because their marks would
      // hide the DATA tags.
      let isCoarse = index > 0 && mark == .info
      strips[index].mark(isCoarse ? .data : mark, from: start, to: end)
    }
  }

  func marks(_ range: WatchRange, upTo time: Double) -> [StateStrip.Mark] {
    zip(WatchRange.allCases, strips).first { $0.0 == range }?.1.marks(upTo: time) ?? []
  }
}
