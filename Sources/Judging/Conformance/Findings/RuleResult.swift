/// The result of one rule on one input.
public struct RuleResult: Sendable, Hashable, Codable {
  /// The outcome of a rule.
  public enum State: String, Sendable, Codable {
    /// The count is within the bound, or the findings are only informative.
    case pass
    /// A player drops some tags, or shows some at the wrong time. This result does not affect the verdict.
    case info
    /// The count is outside the bound, and the severity is a warning.
    case warn
    /// The count is outside the bound, and the severity is an error, or a warning in strict mode.
    case fail
    /// The rule could not judge the input, for the reason in `notAssessed`.
    case notAssessed = "not-assessed"
    /// The user turned the rule off.
    case off
  }

  /// The name of the rule.
  public var rule: RuleID
  /// The outcome of the rule.
  public var state: State
  /// The count that was compared with the bound; nil if the rule was off or not assessed.
  public var found: Int?
  /// The smallest count that passes; nil if there is no lower bound, or no result.
  public var minimum: Int?
  /// The largest count that passes; nil if there is no upper bound, or no result.
  public var maximum: Int?
  /// The reason why the rule was not assessed; nil in any other state.
  public var notAssessed: NotAssessed?
  /// A sentence that is reported even without findings, such as the number of tags that a player would show.
  public var remark: String?

  /// Creates a result.
  public init(
    rule: RuleID,
    state: State,
    found: Int? = nil,
    minimum: Int? = nil,
    maximum: Int? = nil,
    notAssessed: NotAssessed? = nil,
    remark: String? = nil
  ) {
    self.rule = rule
    self.state = state
    self.found = found
    self.minimum = minimum
    self.maximum = maximum
    self.notAssessed = notAssessed
    self.remark = remark
  }
}

/// The verdict on an input or a stream.
public enum Verdict: String, Sendable, CaseIterable, Codable {
  /// No rule warned or failed.
  case pass
  /// At least one rule warned, and none failed.
  case warn
  /// A rule or a requested player failed, a required item is missing, or reading failed after DATA tags were found.
  case fail
  /// No DATA tag was found, and enough was read to be sure, or the selected program or PID does not exist.
  case absent
  /// No DATA tag was found, but the input is too short, or too little of it was read, to be sure.
  case notJudged = "not-judged"
  /// Reading failed before enough of the input was read to judge it.
  case unreadable
}
