import Formats

/// The result of a comparison.
package struct ComparisonReport: Sendable {
  /// The options of the comparison.
  package var options: ComparisonOptions
  /// The number of expected app sessions.
  package var sessionCount = 0
  /// For each app session that was seen, the seconds from the expected clock to that of the app. The times of pings are
  /// compared with this shift.
  package var shifts: [Double] = []
  /// The number of expected pings, without repetitions.
  package var expectedCount = 0
  /// The number of pings that were seen, without repetitions.
  package var actualCount = 0
  /// The number of expected pings for which a ping was seen.
  package var matchedCount = 0
  /// The number of requests that look like pings of products that are not compared.
  package var otherCount = 0
  /// The number of expected pings that repeat an earlier one.
  package var repeatedExpectedCount = 0
  /// The number of pings that were seen and repeat an earlier one.
  package var repeatedActualCount = 0
  /// The differences, ordered by session and time.
  package var differences: [PingDifference] = []

  /// The expected and actual times of the pings of each session, for the axis of the page. Raw pings with tags are left
  /// out, because only their payloads are compared.
  package var moments: [(session: Int, pings: [PingMoment])] = []

  /// The shifts as text, without repetitions, such as `shift 0 s`; nil if no app session was seen.
  package var shiftWords: String? {
    var words: [String] = []
    for shift in shifts.map(Seconds.text) where !words.contains(shift) { words.append(shift) }
    guard !words.isEmpty else { return nil }
    return "shift \(words.prefix(4).joined(separator: ", "))" + (words.count > 4 ? ", …" : "")
  }

  /// Whether there are no differences.
  package var isSame: Bool { differences.isEmpty }

  init(options: ComparisonOptions) { self.options = options }
}

/// The times of a ping on the axis of its session, in seconds from the start. A missing ping has no `seen`, and an
/// unexpected one no `expected`.
package struct PingMoment: Sendable, Equatable {
  package var expected: Double?
  package var seen: Double?
}

/// The options of a comparison.
package struct ComparisonOptions: Sendable {
  /// Seconds by which times and durations may differ.
  package var tolerance: Double = 5
  /// Parameters, by name (`c12`) or key (`apv`), that are not compared, in addition to those of
  /// ``FieldComparison``.
  package var ignored: Set<String> = []
  /// Whether the answers to the time-shift lookups of the expected run are not known, so that
  /// time-shift codes in credit strings are not compared.
  package var ignoresTimeShift = false

  package init() {}
}

/// A difference between an app's pings and the expected ones.
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
  /// The number of the app session, from 1: first the expected sessions, then the extra ones.
  package var session: Int
  /// The expected time in seconds from the start of the session; of an extra ping the time at which it was seen.
  package var time: Double?
  /// The parameter that differs.
  package var field: String?
  /// The expected value; nil when none is expected.
  package var expected: String?
  /// The value that was seen; nil when there was none.
  package var seen: String?
  /// The number of pings with this difference; of missing and extra tags the number of payloads.
  package var count: Int
  /// The position of the first such ping in the capture; nil when it was not seen.
  package var place: String?
  /// The difference in a sentence.
  package var message: String
  /// The most likely cause in the app, and the remedy.
  package var cause: String

  /// The count with its noun, such as `2 pings` or `12 payloads`.
  package var countWords: String {
    let noun = kind == .missingTags || kind == .extraTags ? "payload" : "ping"
    return "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// Formats durations for sentences.
package enum Seconds {
  /// `12 s`, `5.5 s`.
  package static func text(_ seconds: Double) -> String {
    var text = Decimals.seconds(seconds) ?? "-"
    if text.hasSuffix(".0") { text.removeLast(2) }
    return "\(text) s"
  }
}
