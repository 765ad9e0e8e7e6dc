/// A segment of played seconds (at most 300 with the default thresholds), some of which are credited.
struct CreditSegment: Sendable {
  /// The segment number, from 1.
  let number: Int
  let breakout: UInt8
  private(set) var timeSpent = 0
  private(set) var wonMinutes = 0
  private var minutes: [UInt16]
  private var minute = 0
  private var secondOfMinute = 0
  private let minuteSeconds: Int
  private let creditSeconds: UInt16

  /// Makes a segment whose first `skipped` seconds were not played. `skipped` is less than the segment's length.
  init(
    number: Int,
    breakout: UInt8,
    skipped: Int = 0,
    thresholds: EngineConfiguration.Thresholds
  ) {
    self.number = number
    self.breakout = breakout
    minutes = [UInt16](repeating: 0, count: thresholds.segmentMinutes)
    minuteSeconds = thresholds.minuteSeconds
    minute = skipped / minuteSeconds
    secondOfMinute = skipped % minuteSeconds
    creditSeconds = UInt16(thresholds.creditSeconds)
  }

  /// Whether the last second of the segment has been played.
  var isFull: Bool { minute >= minutes.count }

  /// Counts one played second. Returns whether this second wins its minute.
  mutating func play(isCredited: Bool) -> Bool {
    guard !isFull else { return false }
    var wins = false
    if isCredited {
      minutes[minute] += 1
      timeSpent += 1
      wins = minutes[minute] == creditSeconds
      if wins { wonMinutes += 1 }
    }
    secondOfMinute += 1
    if secondOfMinute == minuteSeconds {
      secondOfMinute = 0
      minute += 1
    }
    return wins
  }

  /// One character per minute: `1` for a won minute, else `0`.
  var pattern: String {
    String(decoding: minutes.map { $0 >= creditSeconds ? 0x31 : 0x30 }, as: UTF8.self)
  }
  var counted: CountedSegment {
    CountedSegment(number: number, pattern: pattern, timeSpent: Int64(timeSpent))
  }
}

/// The counts of a segment, or the time on a page. A page has neither a number nor a pattern.
struct CountedSegment: Sendable, Equatable {
  /// The segment number, from 1; 0 for a page.
  var number = 0
  var pattern = ""
  /// The credited seconds of a segment, or the seconds on a page.
  var timeSpent: Int64
}
