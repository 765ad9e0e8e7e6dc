/// A ping with the meanings of its parameters and the findings about them.
package struct ExplainedPing: Sendable {
  package struct Field: Sendable, Equatable {
    package var name: String
    /// The key at the start of the value, such as `cln`. Nil if the value has no key.
    package var key: String?
    /// The value, percent-decoded once and without its key.
    package var value: String
    /// The title of the parameter. Nil if the dictionary has no entry for it.
    package var title: String?
    package var description: String
    /// The meaning of this value. Nil if the value is self-explanatory or cannot be explained.
    package var decoded: String?
    /// Whether no finding about the parameter is an error or a warning.
    package var isValid: Bool
    /// The messages of the findings about the parameter, joined by semicolons. Nil if there are no findings.
    package var finding: String?

    package var meaning: String { [description, decoded].compactMap { $0 }.joined(separator: " ") }
  }

  package let ping: SentPing
  package let fields: [Field]
  /// The findings about this ping, in the order of the parameters, then findings across several pings.
  package private(set) var findings: [PingFinding]

  /// Adds findings about missing pings, which belong to no parameter.
  package mutating func add(_ findings: [PingFinding]) { self.findings += findings }

  /// The highest severity of the findings. Nil if there are no findings.
  package var worst: PingFinding.Severity? {
    let order: [PingFinding.Severity] = [.error, .warning, .info]
    return order.first { severity in findings.contains { $0.severity == severity } }
  }

  /// The findings, with all missing parameters combined into one finding.
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

/// A fault in a ping, or a value that should be checked.
package struct PingFinding: Sendable, Equatable {
  package enum Severity: String, Sendable, Decodable {
    /// The ping contradicts itself or the documents.
    case error
    /// The ping probably has a fault.
    case warning
    /// The value should be checked.
    case info
  }

  /// The identifier of the finding: an invariant of `ping-fields.json`; one of `missing`, `bad-value`, `blank`,
  /// `wrong-key`, `too-long`, `unknown`, `other-product`, `duplicate`, `wrong-product`, `payload`; across several pings
  /// `opted-out-time`, `ids-after-opt-out`, `fpid-changed`, `viewing-two-contents`, `viewing-two-channels`,
  /// `metadata-changed`, `ad-or-content`, `timers-overlap`, `timer-order`, `segment-missing`, `end-missing`; about
  /// going live `debug-flag`, `test-app-id`, `certification-facility`, `fpid-flag`, `hashed-email`.
  package var rule: String
  package var severity: Severity
  /// The parameter name. Nil if the finding concerns the whole ping.
  package var field: String?
  /// The text of the finding.
  package var message: String

  init(_ rule: String, _ severity: Severity, _ field: String?, _ message: String) {
    self.rule = rule
    self.severity = severity
    self.field = field
    self.message = message
  }
}
