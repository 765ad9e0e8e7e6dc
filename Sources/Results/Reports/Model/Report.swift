import Conformance
import Records

/// The content of a report, independent of its format.
package struct Report: Sendable {
  /// The inputs, in the order of their first records.
  package internal(set) var inputs: [InputReport] = []
  package internal(set) var totals = Totals()
  /// For each rule, the number of inputs in each state, in the order of the rules.
  package internal(set) var rules: [RuleTally] = []
  /// The number of inputs that are only counted in `totals`.
  package internal(set) var unlistedInputs = 0
  /// The number of inputs whose details were dropped to save memory.
  package internal(set) var reducedInputs = 0
  var comparisons = ComparisonList()

  /// The known runs that produced the results, up to a limit, in the order in which they began.
  package internal(set) var runs: [StoredRun] = []

  var outcomes = OutcomeTable()
  /// The remedies in records for rules that this version does not know.
  var remedies: [RuleID: String] = [:]

  func results(of input: InputReport) -> [RuleResult] { input.outcomes.map { outcomes[$0] } }

  /// The results of rules that failed or warned for an input, in the order of the rules.
  func broken(in input: InputReport) -> [RuleResult] {
    results(of: input).filter { [.fail, .warn].contains($0.state) }
  }

  func count(_ state: RuleResult.State, in input: InputReport) -> Int {
    input.outcomes.count { outcomes[$0].state == state }
  }

  /// For each player, the number of an input's tags that it would show, with the remedy if there is a finding.
  func players(of input: InputReport) -> [PlayerLine] {
    input.outcomes.compactMap { index in
      guard var line = outcomes.playerLine(index) else { return nil }
      let rule = outcomes[index].rule
      line.remedy = input.findings.first { $0.rule == rule }?.advice
      return line
    }
  }
}

package struct RuleTally: Sendable, Equatable {
  package var rule: RuleID
  private var inputs: [RuleResult.State: Int] = [:]

  init(_ rule: RuleID) { self.rule = rule }

  package subscript(state: RuleResult.State) -> Int { inputs[state] ?? 0 }

  mutating func add(_ count: Int, _ state: RuleResult.State) { inputs[state, default: 0] += count }
}
