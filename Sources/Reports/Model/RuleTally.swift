import Conformance

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

  mutating func count(_ state: RuleResult.State) {
    switch state {
    case .fail: failed += 1
    case .warn: warned += 1
    case .pass: passed += 1
    case .notAssessed: notAssessed += 1
    case .info, .off: break
    }
  }
}
