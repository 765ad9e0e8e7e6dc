/// A rule that only Nielsen's key could judge. It is listed and never assessed, so that users do
/// not take silence for a pass.
protocol KeyRule: Rule {
  /// The reason why it is not assessed.
  static var reason: NotAssessed { get }

  init()
}

extension KeyRule {
  static var traits: RuleTraits {
    RuleTraits(
      .key,
      .info,
      bound: .none,
      remedy: "Ask Nielsen: only its own validator can read this.",
      source: "practice"
    )
  }

  static var reason: NotAssessed { .needsKey }

  init(_ settings: RuleSettings) { self.init() }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    .notAssessed(Self.reason)
  }
}
