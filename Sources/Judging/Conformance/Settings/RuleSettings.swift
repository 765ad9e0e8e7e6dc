/// The settings of one rule: its traits with the user's changes.
public struct RuleSettings: Sendable, Equatable {
  /// How bad its findings are; nil leaves it to the rule.
  public var severity: Severity?
  /// Whether it runs at all.
  public var isOff = false
  /// Thresholds by name, the bound's included (`minimum`, `maximum`, `share`).
  public var values: [String: Double] = [:]

  /// The template of the channel, which all rules share; nil without one.
  var sharedTemplate: SharedTemplate?

  /// The rule as it comes.
  public init() {}

  subscript(_ threshold: Threshold) -> Double { values[threshold.name] ?? threshold.value }
}

extension RuleSettings {
  /// The template of the channel; nil without one.
  var template: ChannelTemplate? { sharedTemplate?.template }
}

/// A template that is kept once for all rules: copies of a checker would multiply it.
final class SharedTemplate: Sendable, Equatable {
  let template: ChannelTemplate

  init(_ template: ChannelTemplate) { self.template = template }

  static func == (left: SharedTemplate, right: SharedTemplate) -> Bool {
    left === right || left.template == right.template
  }
}
