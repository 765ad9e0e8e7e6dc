import Formats

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

  /// When the pings of each session were expected and seen: for the axis of the page. Without raw pings, of
  /// which the payloads are compared.
  package var moments: [(session: Int, pings: [PingMoment])] = []

  /// The shifts in words, each once: `shift 0 s`. Nil if no app session was seen.
  package var shiftWords: String? {
    var words: [String] = []
    for shift in shifts.map(Seconds.text) where !words.contains(shift) { words.append(shift) }
    guard !words.isEmpty else { return nil }
    return "shift \(words.prefix(4).joined(separator: ", "))" + (words.count > 4 ? ", …" : "")
  }

  /// Whether there is no difference.
  package var isSame: Bool { differences.isEmpty }

  init(options: ComparisonOptions) { self.options = options }
}

/// A ping on the axis of its session, in seconds from the start: without `seen` it is missing, without
/// `expected` it is not expected.
package struct PingMoment: Sendable, Equatable {
  package var expected: Double?
  package var seen: Double?
}

/// The options that define a difference.
package struct ComparisonOptions: Sendable {
  /// Seconds by which pings, and what they count, may differ.
  package var tolerance: Double = 5
  /// Parameters, by name (`c12`) or key (`apv`), that are not compared, in addition to those of
  /// ``FieldComparison``.
  package var ignored: Set<String> = []
  /// Whether the expected run does not know the answers to its time-shift lookups: then the time-shift
  /// codes in credit strings are not compared.
  package var ignoresTimeShift = false

  package init() {}
}

/// One thing in which an app's pings differ from the expected ones.
package struct PingDifference: Sendable, Equatable {
  /// The kind of difference.
  package enum Kind: String, Sendable, CaseIterable {
    /// An expected ping was not seen.
    case missing
    /// A ping was seen that is not expected.
    case extra
    /// A ping came later than expected.
    case late
    /// A ping came earlier than expected.
    case early
    /// A parameter has another value.
    case different
    /// A whole app session was not seen.
    case missingSession = "missing-session"
    /// A whole app session is not expected.
    case extraSession = "extra-session"
    /// Tag payloads were not passed on.
    case missingTags = "missing-tags"
    /// Tag payloads were passed on that are not expected.
    case extraTags = "extra-tags"
  }

  /// The kind of difference.
  package var kind: Kind
  /// The product of the ping; nil for a session.
  package var product: String?
  /// The type of the ping; nil for a session.
  package var type: String?
  /// The app session, from 1, in the order of the expected ones, then the extra ones.
  package var session: Int
  /// Seconds from the start of the session at which the ping is expected, or was seen when it is not.
  package var time: Double?
  /// The parameter that differs.
  package var field: String?
  /// The expected value; nil for none.
  package var expected: String?
  /// The value that was found; nil for none.
  package var seen: String?
  /// How many pings differ in this way; of missing and extra tags how many payloads.
  package var count: Int
  /// Where the ping, or the first of them, is in the capture; nil when it was not seen.
  package var place: String?
  /// The difference in a sentence.
  package var message: String
  /// Its most likely cause in the app, and what to do.
  package var cause: String

  /// The count with what is counted: `2 pings`, `12 payloads`.
  package var countWords: String {
    let noun = kind == .missingTags || kind == .extraTags ? "payload" : "ping"
    return "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// Durations in sentences.
package enum Seconds {
  /// `12 s`, `5.5 s`.
  package static func text(_ seconds: Double) -> String {
    var text = Decimals.seconds(seconds) ?? "-"
    if text.hasSuffix(".0") { text.removeLast(2) }
    return "\(text) s"
  }
}
