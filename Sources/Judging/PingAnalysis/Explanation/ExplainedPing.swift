/// A ping with what its parameters mean and what is wrong with them.
package struct ExplainedPing: Sendable {
  package struct Field: Sendable, Equatable {
    /// The name, such as `c27`.
    package var name: String
    /// The key its value begins with, such as `cln`; nil without one.
    package var key: String?
    /// The value, decoded once and without its key.
    package var value: String
    /// The title; nil for a field that the dictionary does not know.
    package var title: String?
    package var description: String
    /// The meaning of this value, if the value does not show it itself.
    package var decoded: String?
    /// Whether the value can be right: false when a warning or an error concerns it.
    package var isValid: Bool
    /// The finding; nil for none.
    package var finding: String?

    /// The meaning of the field and of this value.
    package var meaning: String { [description, decoded].compactMap { $0 }.joined(separator: " ") }
  }

  package let ping: SentPing
  /// Its parameters in the order of the URL.
  package let fields: [Field]
  /// The findings, in the order of the fields, then the findings between pings.
  package private(set) var findings: [PingFinding]

  /// Adds findings about pings that are missing beside this one. They concern no parameter of it.
  package mutating func add(_ findings: [PingFinding]) { self.findings += findings }

  /// The worst of the findings; nil without any.
  package var worst: PingFinding.Severity? {
    let order: [PingFinding.Severity] = [.error, .warning, .info]
    return order.first { severity in findings.contains { $0.severity == severity } }
  }

  /// The findings for text output: parameters that are missing are one finding, which names all of them.
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
