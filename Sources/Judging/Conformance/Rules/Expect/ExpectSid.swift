struct ExpectSid: ExpectRule {
  static let title = "Sources against the template: not judged"
  static let text = """
    The source identifiers are those of the template.

    A SID is encrypted within the CID, so only Nielsen can compare it. The template may hold it for
    information, and this rule is listed so that its absence is not mistaken for a pass.
    """
  static let traits = RuleTraits(
    .expect,
    .info,
    bound: .none,
    needs: [.template],
    repairedBy: .nobody,
    remedy: "Ask Nielsen: only its own validator can read this.",
    source: templateSource
  )

  private let isAsked: Bool

  init(_ settings: RuleSettings) {
    isAsked = TaggedSource.allCases.contains { source in
      settings.template.map { !source.values($0).sids.isEmpty } ?? false
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    .notAssessed(isAsked ? .needsKey : .notInTemplate)
  }
}
