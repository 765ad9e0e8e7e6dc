/// Something in a ping that is wrong, or should be checked.
package struct PingFinding: Sendable, Equatable {
  /// How bad it is.
  package enum Severity: String, Sendable, Decodable {
    /// The ping contradicts itself or the documents.
    case error
    /// Likely a fault.
    case warning
    /// Should be checked.
    case info
  }

  /// The identifier of the finding: an invariant of `ping-fields.json`, or one of `missing`, `bad-value`,
  /// `blank`, `wrong-key`, `too-long`, `unknown`, `other-product`, `duplicate`, `wrong-product`, `payload`;
  /// between pings one of `opted-out-time`, `ids-after-opt-out`, `fpid-changed`, `viewing-two-contents`,
  /// `viewing-two-channels`, `metadata-changed`, `ad-or-content`, `timers-overlap`, `timer-order`,
  /// `segment-missing`, `end-missing`; before going live `debug-flag`, `test-app-id`,
  /// `certification-facility`, `fpid-flag`, `hashed-email`.
  package var rule: String
  /// How bad it is.
  package var severity: Severity
  /// The parameter concerned; nil when it is the ping as a whole.
  package var field: String?
  /// The finding, with the found and the expected value.
  package var message: String

  init(_ rule: String, _ severity: Severity, _ field: String?, _ message: String) {
    self.rule = rule
    self.severity = severity
    self.field = field
    self.message = message
  }
}
