import Conformance

/// How inputs fare with one rule.
public struct RuleTally: Sendable, Equatable {
  /// The rule.
  public var rule: RuleID
  /// Inputs in which it failed.
  public var failed = 0
  /// Inputs in which it warned.
  public var warned = 0
  /// Inputs in which it passed.
  public var passed = 0
  /// Inputs in which it was not assessed.
  public var notAssessed = 0

  mutating func count(_ state: RuleResult.State) {
    switch state {
    case .fail: failed += 1
    case .warn: warned += 1
    case .pass: passed += 1
    case .notAssessed: notAssessed += 1
    case .off: break
    }
  }
}
