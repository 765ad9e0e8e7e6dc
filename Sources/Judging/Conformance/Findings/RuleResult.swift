/// The result of one rule.
public struct RuleResult: Sendable, Hashable, Codable {
  /// How it ended.
  public enum State: String, Sendable, Codable {
    /// Within the bound, or without one.
    case pass
    /// A player shows fewer than all tags, or shows some at another time: it neither passes nor counts in
    /// the verdict.
    case info
    /// Over the bound of a rule that warns.
    case warn
    /// Over the bound of a rule whose breach is an error.
    case fail
    /// Nothing can be said.
    case notAssessed = "not-assessed"
    /// Turned off by the user.
    case off
  }

  /// The rule.
  public var rule: RuleID
  /// How it ended.
  public var state: State
  /// The number of findings; nil when it was not assessed.
  public var found: Int?
  /// The least that is tolerated.
  public var minimum: Int?
  /// The most that is tolerated.
  public var maximum: Int?
  /// Why it was not assessed.
  public var notAssessed: NotAssessed?
  /// A remark in one sentence that is reported also without findings: what a player would show.
  public var remark: String?

  /// Makes a result with the given parts.
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

/// The verdict on an input or a rendition.
public enum Verdict: String, Sendable, CaseIterable, Codable {
  /// Nothing wrong was found.
  case pass
  /// Nothing failed, something warned.
  case warn
  /// A rule failed.
  case fail
  /// No DATA tag, in media that is long enough to have one.
  case absent
  /// No DATA tag, and too little was read to say that there is none: too short, or broken off.
  case notJudged = "not-judged"
  /// Nothing in the input could be understood.
  case unreadable
}
