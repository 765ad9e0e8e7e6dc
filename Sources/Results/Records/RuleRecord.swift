import Conformance

extension RuleResult {
  /// Whether a record lists the rule even without `--all-rules`: the rule failed, warned, was turned off, has a remark,
  /// or is about a player that does not show all tags on time.
  package var saysSomething: Bool {
    remark != nil || ![.pass, .notAssessed].contains(state)
  }
}

extension [RuleResult] {
  /// The results with one of these states, grouped by state in the given order.
  package func ended(_ states: RuleResult.State...) -> [RuleResult] {
    states.flatMap { state in filter { $0.state == state } }
  }

  /// The number of results in each state, such as `1 failed`, `79 passed`. A state without results is left out unless
  /// it is among the first `always` states.
  package func counts(
    _ states: [RuleResult.State] = [.fail, .warn, .pass, .notAssessed, .info, .off],
    always: Int = 0
  ) -> [String] {
    states.enumerated().compactMap { number, state in
      let count = count { $0.state == state }
      return count > 0 || number < always ? "\(count) \(state.words)" : nil
    }
  }
}

extension RuleResult.State {
  fileprivate var words: String {
    switch self {
    case .fail: "failed"
    case .warn: "warned"
    case .pass: "passed"
    case .notAssessed: "not assessed"
    case .info, .off: rawValue
    }
  }
}

/// Rules with the same result: the same state and, if they were not assessed, the same reason.
package struct RuleOutcome: Sendable, Equatable {
  package var state: RuleResult.State
  /// The id of the reason why the rules were not assessed; nil for other states.
  package var reason: String?
  package var rules: [String]

  package init(state: RuleResult.State, reason: String?, rules: [String]) {
    (self.state, self.reason, self.rules) = (state, reason, rules)
  }

  package var words: String { reason.flatMap(NotAssessed.init)?.words ?? "no reason given" }

  /// Groups rules by their outcome, in the order of the first rule of each group.
  package static func all(of results: [RuleResult]) -> [RuleOutcome] {
    var outcomes: [RuleOutcome] = []
    for result in results {
      add(result.rule.rawValue, result.state, result.notAssessed?.rawValue, to: &outcomes)
    }
    return outcomes
  }

  /// Adds a rule to the group with its outcome, or begins a new group.
  package static func add(
    _ rule: String,
    _ state: RuleResult.State,
    _ reason: String?,
    to outcomes: inout [RuleOutcome]
  ) {
    if let index = outcomes.firstIndex(where: { $0.state == state && $0.reason == reason }) {
      outcomes[index].rules.append(rule)
    } else {
      outcomes.append(RuleOutcome(state: state, reason: reason, rules: [rule]))
    }
  }
}

/// An object of `otherRules` in a record of `check`.
package final class UnlistedRuleFields: RecordFields {
  package typealias Row = RuleOutcome
  package static let schema = RecordSchema(UnlistedRuleFields())
  package let state = Field.text("`pass` or `not-assessed`") { $0.state.rawValue }
  package let notAssessed = Field.text("the reason, as in `rules[].notAssessed`") { $0.reason }
  package let count = Field.integer("the number of rules in the group") { $0.rules.count }
  package let rules = Field.texts(
    "the ids of the rules in the group; an empty list for rules that passed"
  ) {
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
    "`pass`, `warn`, `fail`, `not-assessed` or `off`; `info` for a player that does not show all tags on time",
    isRequired: true
  ) { $0.state.rawValue }
  package let found = Field.integer(
    "the number that the rule compares with its limits; `null` if the rule was off or not assessed"
  ) {
    $0.found
  }
  package let minimum = Field.integer("the smallest value for which the rule passes") {
    $0.minimum
  }
  package let maximum = Field.integer("the largest value for which the rule passes") { $0.maximum }
  package let notAssessed = Field.text(
    "why the rule was not assessed: `needs-key`, `needs-watermark-decoder`, `carriage`, `no-tags`, `too-few-tags`, "
      + "`too-short`, `no-audio`, `no-clock`, `no-wall-clock`, `no-breaks`, "
      + "`heuristic-unconfirmed`, `not-read`, `one-rendition`, `no-template` or "
      + "`not-in-template`"
  ) { $0.notAssessed?.rawValue }
  package let remark = Field.text(
    "a remark about the result, such as the tags that a player would show"
  ) { $0.remark }
}
