import Formats

/// The result of comparing an app's pings with the expected ones.
package struct ComparisonReport: Sendable {
  package var options: ComparisonOptions
  /// The number of expected app sessions.
  package var sessionCount = 0
  /// For each compared session, the app's clock minus the expected clock, in seconds. Ping times are compared after
  /// this shift.
  package var shifts: [Double] = []
  /// The number of expected pings of compared products, without repeats.
  package var expectedCount = 0
  /// The number of the app's pings of compared products, without repeats.
  package var actualCount = 0
  /// The number of expected pings that were paired with pings of the app.
  package var matchedCount = 0
  /// The number of pings, in both runs, whose products are not compared.
  package var otherCount = 0
  /// The number of expected pings that repeat an earlier expected ping.
  package var repeatedExpectedCount = 0
  /// The number of the app's pings that repeat an earlier ping of the app.
  package var repeatedActualCount = 0
  /// The differences. Those of whole products come first. The others are in the order of the sessions.
  package var differences: [PingDifference] = []

  /// The expected and actual ping times of each compared session, for the time axis of the HTML page. ID3 pings are
  /// excluded, because the app may group tags into them differently, as are products that only one run has.
  package var moments: [(session: Int, pings: [PingMoment])] = []

  /// Up to four distinct shifts as text, such as `shift 0 s`. Nil if no app session was compared.
  package var shiftWords: String? {
    var words: [String] = []
    for shift in shifts.map(Seconds.text) where !words.contains(shift) { words.append(shift) }
    guard !words.isEmpty else { return nil }
    return "shift \(words.prefix(4).joined(separator: ", "))" + (words.count > 4 ? ", …" : "")
  }

  package var isSame: Bool { differences.isEmpty }

  init(options: ComparisonOptions) { self.options = options }
}

/// The expected and the actual time of a ping, in seconds from the start of its session. A missing ping has no `seen`
/// time, and an unexpected ping has no `expected` time.
package struct PingMoment: Sendable, Equatable {
  package var expected: Double?
  package var seen: Double?
}

package struct ComparisonOptions: Sendable {
  /// The maximum difference between times or durations that count as equal, in seconds.
  package var tolerance: Double = 5
  /// Names (`c12`) or keys (`apv`) of parameters to ignore, in addition to those of ``FieldComparison``.
  package var ignored: Set<String> = []
  /// Whether to ignore time-shift codes in credit strings, because the answers to the expected run's time-shift lookups
  /// are unknown.
  package var ignoresTimeShift = false

  package init() {}
}

/// A difference between an app's pings and the expected ones.
package struct PingDifference: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case missing
    case extra
    case late
    case early
    case different
    case missingSession = "missing-session"
    case extraSession = "extra-session"
    /// Expected tag payloads are in no ping of the app.
    case missingTags = "missing-tags"
    case extraTags = "extra-tags"
  }

  package var kind: Kind
  /// The product of the ping. Nil for a session.
  package var product: String?
  /// The type of the ping. Nil if unknown, and for a session or a whole product.
  package var type: String?
  /// The number of the app session, from 1; 1 for a whole product. Expected and unexpected sessions are numbered
  /// together, in order.
  package var session: Int
  /// The expected time in seconds from the start of the session. For an unexpected ping, the actual time. Nil for a
  /// session, a whole product or unexpected tags, or if unknown.
  package var time: Double?
  package var field: String?
  /// The expected value, or the expected time of a late or early ping. Nil for other kinds of differences.
  package var expected: String?
  /// The actual value, or the actual time of a late or early ping. Nil for other kinds of differences.
  package var seen: String?
  /// The number of pings with this difference. For missing and extra tags, the number of payloads.
  package var count: Int
  /// The position in the capture of the first ping with this difference. Nil if unknown, for a missing ping, session or
  /// tag, and for a whole product.
  package var place: String?
  package var message: String
  /// The most likely cause, often with the remedy.
  package var cause: String

  /// The count with its noun, such as `2 pings` or `12 payloads`.
  package var countWords: String {
    let noun = kind == .missingTags || kind == .extraTags ? "payload" : "ping"
    return "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

package enum Seconds {
  /// A duration in seconds, such as `12 s` or `5.5 s`.
  package static func text(_ seconds: Double) -> String {
    var text = Decimals.seconds(seconds) ?? "-"
    if text.hasSuffix(".0") { text.removeLast(2) }
    return "\(text) s"
  }
}
