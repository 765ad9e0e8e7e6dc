import Conformance

extension JUnit {
  /// How many findings of a rule are listed.
  private static let maximumFindings = 20

  /// Adds an input that was checked: a case for each rule that failed or warned, and one for all that passed. A
  /// warning is a skipped case, which servers show apart from what passed and fail nothing for.
  /// `failure` is why it could not be read whole, `missing` what was required, `seconds` its length,
  /// `failedPlayers` are those asked for that would not show all tags, and `notJudged` is why it has no verdict: then it is skipped, and has not passed.
  package mutating func append(
    input name: String,
    failure: String?,
    rules: [RuleResult],
    findings: [Finding],
    missing: [String],
    seconds: Double?,
    failedPlayers: [(name: String, reasons: [String])],
    notJudged: String?
  ) {
    var cases: [Case] = []
    if let failure { cases.append(.error("read", failure)) }
    if let notJudged { cases.append(.skipped("tag-present", notJudged)) }
    cases += missing.map { .failure("require-\($0)", "required, and not there") }
    cases += failedPlayers.map {
      .failure("player \($0.name)", $0.reasons.joined(separator: ", "))
    }
    cases += rules.ended(.fail, .warn).map { rule in
      Self.broken(rule, findings.filter { $0.rule == rule.rule })
    }
    let passed = rules.count { $0.state == .pass }
    if passed > 0, notJudged == nil { cases.append(.passed("passed (\(passed))")) }
    append(name, seconds: seconds, cases)
  }

  /// The case of a rule that failed or warned.
  private static func broken(_ rule: RuleResult, _ found: [Finding]) -> Case {
    let id = rule.rule.rawValue
    let message = found.first?.message ?? "failed"
    let remedy = found.first.map(\.advice) ?? RuleDescription.named(rule.rule)?.traits.remedy
    let rest = found.count - maximumFindings
    let lines =
      found.prefix(maximumFindings).map(\.line)
      + (rest > 0 ? ["… and \(rest) more"] : [])
      + (remedy.map { ["→ \($0)"] } ?? [])
    return rule.state == .warn
      ? .skipped(id, "warning: \(message)", lines: lines)
      : .failure(id, message, type: id, lines: lines)
  }

  /// Adds an input of `check`.
  mutating func append(_ report: CheckReport) {
    append(
      input: report.input,
      failure: report.failure?.description,
      rules: report.rules,
      findings: report.findings,
      missing: report.missing.map(\.rawValue),
      seconds: report.duration,
      failedPlayers: report.players.filter { $0.state == .fail }.map { ($0.player, $0.reasons) },
      notJudged: report.notJudged
    )
  }
}
