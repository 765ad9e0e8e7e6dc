import Conformance
import Documents

/// What a suite says of an input that was checked.
package struct CheckedSuite: Sendable {
  package var name: String
  /// Why it could not be read whole.
  package var failure: String?
  package var rules: [RuleResult]
  package var findings: [Finding]
  /// The missing items that were required.
  package var missing: [String]
  /// Seconds of content; nil when it is unknown.
  package var seconds: Double?
  /// The verdicts of the players that were asked for.
  package var players: [PlayerVerdict]
  /// Why no verdict was given: the input is a skipped case.
  package var notJudged: String?

  /// How many findings of a rule are listed.
  private static let maximumFindings = 20

  package init(
    name: String,
    failure: String?,
    rules: [RuleResult],
    findings: [Finding],
    missing: [String],
    seconds: Double? = nil,
    players: [PlayerVerdict] = [],
    notJudged: String? = nil
  ) {
    (self.name, self.failure, self.rules, self.findings) = (name, failure, rules, findings)
    (self.missing, self.seconds, self.players) = (missing, seconds, players)
    self.notJudged = notJudged
  }

  /// A case for each rule that failed or warned, and one for all that passed; an input without a verdict has
  /// not passed. A warning is a skipped case, which servers show apart from what passed and fail nothing for.
  fileprivate var cases: [JUnit.Case] {
    var cases: [JUnit.Case] = []
    if let failure { cases.append(.error("read", failure)) }
    if let notJudged { cases.append(.skipped("tag-present", notJudged)) }
    cases += missing.map { .failure("require-\($0)", "required, and not there") }
    cases += players.filter { $0.state == .fail }.map {
      .failure("player \($0.player)", $0.reasons.joined(separator: ", "))
    }
    cases += rules.filter { $0.state == .fail }.map { rule in
      .failure(rule.rule.rawValue, message(of: rule), type: rule.rule.rawValue, lines: lines(rule))
    }
    cases += rules.filter { $0.state == .warn }.map { rule in
      .skipped(rule.rule.rawValue, "warning: \(message(of: rule))", lines: lines(rule))
    }
    let passed = rules.count { $0.state == .pass }
    return cases + (passed > 0 && notJudged == nil ? [.passed("passed (\(passed))")] : [])
  }

  private func message(of rule: RuleResult) -> String {
    findings.first { $0.rule == rule.rule }?.message ?? "failed"
  }

  private func lines(_ rule: RuleResult) -> [String] {
    let found = findings.filter { $0.rule == rule.rule }
    let remedy = found.first?.remedy ?? RuleDescription.named(rule.rule)?.traits.remedy
    let rest = found.count - Self.maximumFindings
    return found.prefix(Self.maximumFindings).map { FindingText.line($0) }
      + (rest > 0 ? ["… and \(rest) more"] : [])
      + (remedy.flatMap { $0.isEmpty ? nil : ["→ \($0)"] } ?? [])
  }
}

extension JUnit {
  /// Adds the suite of an input.
  package mutating func append(_ suite: CheckedSuite) {
    append(suite.name, seconds: suite.seconds, suite.cases)
  }

  /// Adds the suite of an input of `check`.
  mutating func append(_ report: CheckReport) {
    append(
      CheckedSuite(
        name: report.input,
        failure: report.failure?.description,
        rules: report.rules,
        findings: report.findings,
        missing: report.missing.map(\.rawValue),
        seconds: report.duration,
        players: report.players,
        notJudged: report.notJudged
      )
    )
  }
}
