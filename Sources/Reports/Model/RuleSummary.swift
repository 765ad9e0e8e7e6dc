import Conformance
import Records

/// The results of the rules of an input, folded: what failed or warned, what informs, what passed, and what
/// was not assessed for which reasons.
struct RuleSummary {
  /// Rules that were not assessed for the same reason.
  struct Unassessed {
    var reason: String
    var rules: [RuleID]
  }

  /// Results of rules that failed, then of those that warned.
  let broken: [RuleResult]
  /// Results of players that do not show all tags.
  let informing: [RuleResult]
  let passed: [RuleResult]
  /// Rules that were not assessed, the most frequent reason first.
  let unassessed: [Unassessed]

  init(_ results: [RuleResult]) {
    broken = results.filter { $0.state == .fail } + results.filter { $0.state == .warn }
    informing = results.filter { $0.state == .info }
    passed = results.filter { $0.state == .pass }
    var reasons: [Unassessed] = []
    for result in results where result.state == .notAssessed {
      let reason = result.notAssessed?.words ?? "no reason given"
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].rules.append(result.rule)
      } else {
        reasons.append(Unassessed(reason: reason, rules: [result.rule]))
      }
    }
    unassessed = reasons.sorted { $0.rules.count > $1.rules.count }
  }

  /// `2 failed`, `1 failed, 1 warned`.
  var brokenWords: String {
    let failed = broken.count { $0.state == .fail }
    let parts = [(failed, "failed"), (broken.count - failed, "warned")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0 failed" : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// How many rules were not assessed.
  var unassessedCount: Int { unassessed.reduce(0) { $0 + $1.rules.count } }
}
