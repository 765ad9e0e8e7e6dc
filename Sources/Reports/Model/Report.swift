import Conformance

/// Everything that is reported.
public struct Report: Sendable {
  /// The inputs, in the order in which they came.
  public internal(set) var inputs: [InputReport] = []
  /// The summary, which counts every input.
  public internal(set) var totals = Totals()
  /// The rules, in the order of reports.
  public internal(set) var rules: [RuleTally] = []
  /// Inputs that are counted in the summary alone.
  public internal(set) var unlistedInputs = 0
  /// Inputs that only their numbers are kept of.
  public internal(set) var reducedInputs = 0
  /// Captures that were compared.
  var comparisons = ComparisonList()

  var outcomes = OutcomeTable()
  /// The remedies that records name for rules that are not known here.
  var remedies: [RuleID: String] = [:]

  /// The results of the rules of an input.
  func results(of input: InputReport) -> [RuleResult] { input.outcomes.map { outcomes[$0] } }
}
