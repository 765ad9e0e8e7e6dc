import TimedMetadata

struct ExpectPc: ExpectRule {
  static let title = "Program Content not as in the template"
  static let text = """
    DATA tags name Program Content if, and only if, the template expects it.

    A PC CID may be null for some seconds after a start or a change of source: `nullSeconds` of the template,
    else the limit of this rule. Where no PC is expected, tags that name one are reported.
    """
  static let limit = SourcePresence.limit
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check which sources the inserter of the channel is set up for, else correct 'pc' in the "
      + "template.",
    source: templateSource
  )

  private var presence: SourcePresence

  init(_ settings: RuleSettings) { presence = SourcePresence(.pc, settings) }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) { presence.receive(tag, &log) }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    presence.finish(&log)
  }
}
