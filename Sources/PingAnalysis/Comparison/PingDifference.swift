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
  var countWords: String {
    let noun = kind == .missingTags || kind == .extraTags ? "payload" : "ping"
    return "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
