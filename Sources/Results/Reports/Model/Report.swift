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
  package internal(set) var runs: [ResultsRun] = []

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
  /// Inputs in which it failed.
  package var failed = 0
  /// Inputs in which it warned.
  package var warned = 0
  /// Inputs in which it passed.
  package var passed = 0
  /// Inputs in which it was not assessed.
  package var notAssessed = 0

  mutating func add(_ inputs: Int, _ state: RuleResult.State) {
    switch state {
    case .fail: failed += inputs
    case .warn: warned += inputs
    case .pass: passed += inputs
    case .notAssessed: notAssessed += inputs
    case .info, .off: break
    }
  }
}
