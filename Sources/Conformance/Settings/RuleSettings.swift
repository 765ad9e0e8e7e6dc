/// What one rule runs with: its traits and what the user changed.
public struct RuleSettings: Sendable, Equatable {
  /// How bad its findings are; nil leaves it to the rule.
  public var severity: Severity?
  /// Whether it runs at all.
  public var isOff = false
  /// Thresholds by name, the bound's included (`minimum`, `maximum`, `share`).
  public var values: [String: Double] = [:]

  /// The rule as it comes.
  public init() {}

  /// The value of a threshold.
  subscript(_ threshold: Threshold) -> Double { values[threshold.name] ?? threshold.value }
}
