/// A ping with the meanings of its parameters, and the findings about them.
package struct ExplainedPing: Sendable {
  package struct Field: Sendable, Equatable {
    /// The name, such as `c27`.
    package var name: String
    /// The key at the start of the value, such as `cln`; nil without a key.
    package var key: String?
    /// The value, decoded once and without its key.
    package var value: String
    /// The title; nil for a parameter that is not in the dictionary.
    package var title: String?
    package var description: String
    /// The meaning of this value, unless the value itself shows it.
    package var decoded: String?
    /// Whether the value has no finding of severity error or warning.
    package var isValid: Bool
    /// The messages of the findings about the parameter; nil without a finding.
    package var finding: String?

    /// The meanings of the parameter and of this value.
    package var meaning: String { [description, decoded].compactMap { $0 }.joined(separator: " ") }
  }

  package let ping: SentPing
  /// The parameters in the order of the URL.
  package let fields: [Field]
  /// The findings about the ping, in the order of the parameters, then those about several pings.
  package private(set) var findings: [PingFinding]

  /// Adds findings about other pings that are missing. They are not about a parameter.
  package mutating func add(_ findings: [PingFinding]) { self.findings += findings }

  /// The highest severity of the findings; nil without findings.
  package var worst: PingFinding.Severity? {
    let order: [PingFinding.Severity] = [.error, .warning, .info]
    return order.first { severity in findings.contains { $0.severity == severity } }
  }

  /// The findings for text output. All missing parameters are in one finding.
  package var foldedFindings: [PingFinding] {
    let missing = findings.filter { $0.rule == Self.missing }
    guard missing.count > 1, let first = findings.firstIndex(where: { $0.rule == Self.missing })
    else { return findings }
    let names = missing.compactMap(\.field).joined(separator: ", ")
    var folded = findings.filter { $0.rule != Self.missing }
    let words = "\(missing.count) required parameters are missing: \(names)"
    folded.insert(PingFinding(Self.missing, .error, nil, words), at: first)
    return folded
  }

  private static let missing = "missing"
}

/// Something in a ping that is wrong or should be checked.
package struct PingFinding: Sendable, Equatable {
  /// How bad it is.
  package enum Severity: String, Sendable, Decodable {
    /// The ping contradicts itself or the documents.
    case error
    /// The ping probably has a fault.
    case warning
    /// The value should be checked.
    case info
  }

  /// The identifier of the finding: an invariant of `ping-fields.json`, or one of `missing`, `bad-value`,
  /// `blank`, `wrong-key`, `too-long`, `unknown`, `other-product`, `duplicate`, `wrong-product`, `payload`;
  /// about several pings one of `opted-out-time`, `ids-after-opt-out`, `fpid-changed`, `viewing-two-contents`,
  /// `viewing-two-channels`, `metadata-changed`, `ad-or-content`, `timers-overlap`, `timer-order`,
  /// `segment-missing`, `end-missing`; about going live `debug-flag`, `test-app-id`,
  /// `certification-facility`, `fpid-flag`, `hashed-email`.
  package var rule: String
  /// How bad it is.
  package var severity: Severity
  /// The parameter; nil when the finding is about the ping as a whole.
  package var field: String?
  /// The text of the finding, with the value and the expected value.
  package var message: String

  init(_ rule: String, _ severity: Severity, _ field: String?, _ message: String) {
    self.rule = rule
    self.severity = severity
    self.field = field
    self.message = message
  }
}
