import Conformance

/// From when on a time without DATA tags is drawn as a gap.
enum CadenceLimit {
  /// The limit that `cadence-gap` comes with, in seconds.
  static let seconds =
    RuleDescription.named(RuleID(rawValue: "cadence-gap"))?.traits.thresholds.first?.value ?? 19
}
