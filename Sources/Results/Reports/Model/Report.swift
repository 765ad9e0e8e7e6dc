import Conformance
import Records

/// Everything that is reported.
package struct Report: Sendable {
  /// The inputs, in the order in which they came.
  package internal(set) var inputs: [InputReport] = []
  /// The summary, which counts every input.
  package internal(set) var totals = Totals()
  /// The rules, in the order of reports.
  package internal(set) var rules: [RuleTally] = []
  /// Inputs that are counted in the summary alone.
  package internal(set) var unlistedInputs = 0
  /// Inputs that only their numbers are kept of.
  package internal(set) var reducedInputs = 0
  /// Captures that were compared.
  var comparisons = ComparisonList()

  /// The runs that made the results, as far as they are known, the earliest first.
  package internal(set) var runs: [StoredRun] = []

  var outcomes = OutcomeTable()
  /// The remedies that records name for rules that are not known here.
  var remedies: [RuleID: String] = [:]

  /// The results of the rules of an input.
  func results(of input: InputReport) -> [RuleResult] { input.outcomes.map { outcomes[$0] } }

  /// The rules of an input that failed or warned, in the order of reports.
  func broken(in input: InputReport) -> [RuleResult] {
    input.outcomes.filter { [.fail, .warn].contains(outcomes.state($0)) }.map { outcomes[$0] }
  }

  /// How many rules of an input ended so.
  func count(_ state: RuleResult.State, in input: InputReport) -> Int {
    input.outcomes.count { outcomes.state($0) == state }
  }

  /// What players would show of an input, with the remedies of what was found.
  func players(of input: InputReport) -> [PlayerLine] {
    input.outcomes.compactMap { index in
      guard var line = outcomes.playerLine(index) else { return nil }
      let rule = outcomes[index].rule
      line.remedy = input.findings.first { $0.rule == rule }?.advice
      return line
    }
  }
}

/// How inputs fare with one rule.
package struct RuleTally: Sendable, Equatable {
  package var rule: RuleID
  private var inputs: [RuleResult.State: Int] = [:]

  init(_ rule: RuleID) { self.rule = rule }

  /// The inputs in which it ended so.
  package subscript(state: RuleResult.State) -> Int { inputs[state] ?? 0 }

  mutating func add(_ count: Int, _ state: RuleResult.State) { inputs[state, default: 0] += count }
}
