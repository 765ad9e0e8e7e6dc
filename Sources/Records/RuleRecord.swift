import Conformance

extension RuleResult {
  /// Whether the rule is listed in a record: it is broken, tells about a player, or was turned off.
  package var saysSomething: Bool {
    remark != nil || ![.pass, .notAssessed].contains(state)
  }
}

/// Rules that a record does not list, which ended alike.
package struct UnlistedRules: Sendable, Equatable {
  package var state: RuleResult.State
  /// The reason of rules that were not assessed.
  package var reason: String?
  package var rules: [String]

  /// The groups of rules that say nothing, the first one's group first.
  static func others(in results: [RuleResult]) -> [UnlistedRules] {
    var groups: [UnlistedRules] = []
    for result in results where !result.saysSomething {
      add(result.rule.rawValue, result.state, result.notAssessed?.rawValue, to: &groups)
    }
    return groups
  }

  /// Adds a rule to its group.
  package static func add(
    _ rule: String,
    _ state: RuleResult.State,
    _ reason: String?,
    to groups: inout [UnlistedRules]
  ) {
    if let index = groups.firstIndex(where: { $0.state == state && $0.reason == reason }) {
      groups[index].rules.append(rule)
    } else {
      groups.append(UnlistedRules(state: state, reason: reason, rules: [rule]))
    }
  }
}

/// An object of `otherRules` in a record of `check`.
package final class UnlistedRuleFields: RecordFields {
  package typealias Row = UnlistedRules
  package static let schema = RecordSchema(UnlistedRuleFields())
  package let state = Field.text("`pass` or `not-assessed`") { $0.state.rawValue }
  package let notAssessed = Field.text("the reason, as in `rules`") { $0.reason }
  package let count = Field.integer("the number of these rules") { $0.rules.count }
  package let rules = Field.texts("their ids; none of those that passed") {
    $0.state == .pass ? [] : $0.rules
  }
}

/// An object of `rules` in a record of `check`.
package final class RuleFields: RecordFields {
  package typealias Row = RuleResult
  package static let schema = RecordSchema(RuleFields())
  package let rule = Field.text("the id of the rule, such as `cadence-gap`", isRequired: true) {
    $0.rule.rawValue
  }
  package let state = Field.text(
    "`pass`, `warn`, `fail`, `not-assessed` or `off`; `info` of a player that does not show all tags",
    isRequired: true
  ) { $0.state.rawValue }
  package let found = Field.integer("what was counted; `null` when it was not assessed") {
    $0.found
  }
  package let minimum = Field.integer("the least that is tolerated") { $0.minimum }
  package let maximum = Field.integer("the most that is tolerated") { $0.maximum }
  package let notAssessed = Field.text(
    "the reason: `needs-key`, `needs-watermark-decoder`, `carriage`, `no-tags`, `too-few-tags`, "
      + "`too-short`, `no-audio`, `no-clock`, `no-wall-clock`, `no-breaks`, "
      + "`heuristic-unconfirmed`, `not-read`, `one-rendition`, `no-template` or "
      + "`not-in-template`"
  ) { $0.notAssessed?.rawValue }
  package let remark = Field.text(
    "a sentence that holds in any state, such as what a player would show"
  ) { $0.remark }
}
