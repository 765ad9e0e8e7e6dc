/// The result of a comparison.
package struct ComparisonReport: Sendable {
  /// The options that defined a difference.
  package var options: ComparisonOptions
  /// Expected app sessions.
  package var sessionCount = 0
  /// Seconds from the expected clock to that of the app, by which the times of pings are compared: one for
  /// each app session that was seen.
  package var shifts: [Double] = []
  /// Pings that were expected, each counted once.
  package var expectedCount = 0
  /// Pings that were seen, each counted once.
  package var actualCount = 0
  /// Pings that were found for an expected one.
  package var matchedCount = 0
  /// Requests that look like pings of products that are not compared.
  package var otherCount = 0
  /// Expected pings that were the same as one before, sent again.
  package var repeatedExpectedCount = 0
  /// Pings that were seen and were the same as one before, sent again.
  package var repeatedActualCount = 0
  /// The differences, by session and time.
  package var differences: [PingDifference] = []

  /// The shifts in words, each once: `shift 0 s`. Nil if no app session was seen.
  var shiftWords: String? {
    var words: [String] = []
    for shift in shifts.map(Seconds.text) where !words.contains(shift) { words.append(shift) }
    guard !words.isEmpty else { return nil }
    return "shift \(words.prefix(4).joined(separator: ", "))" + (words.count > 4 ? ", …" : "")
  }

  /// Whether there is no difference.
  package var isSame: Bool { differences.isEmpty }

  init(options: ComparisonOptions) { self.options = options }
}
