/// Something that a rule found, or several alike.
public struct Finding: Sendable, Equatable {
  /// The rule.
  public var rule: RuleID
  /// How bad it is.
  public var severity: Severity
  /// Its place: the first of several.
  public var place: Place
  /// One sentence: what was seen and what was expected.
  public var message: String
  /// How many findings this represents.
  public var count = 1
  /// The place of the last of several, in presentation seconds.
  public var lastTime: Double?
  /// The last of them; nil: it is not known.
  package var latest: Latest?
  /// The remedy, if that of the rule does not fit; nil: the rule's.
  public var remedy: String?

  /// The last of several findings that are alike.
  package struct Latest: Sendable, Equatable {
    /// Its place.
    package var place: Place
    /// What was seen then.
    package var message: String
    /// The number of findings of the rule up to it.
    package var number: Int
  }

  /// Makes a finding with the given parts.
  public init(
    rule: RuleID,
    severity: Severity,
    place: Place,
    message: String,
    count: Int = 1,
    lastTime: Double? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.place = place
    self.message = message
    self.count = count
    self.lastTime = lastTime
  }
}
