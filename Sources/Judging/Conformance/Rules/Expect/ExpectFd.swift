import TimedMetadata

struct ExpectFd: ExpectRule {
  static let title = "Final Distributor not as in the template"
  static let text = """
    DATA tags name the Final Distributor if, and only if, the template expects it.

    An FD CID may be null for some seconds after a start or a change of source: `nullSeconds` of the template,
    else the limit of this rule. Where no FD is expected, tags that name one are reported.
    """
  static let limit = SourcePresence.limit
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check which sources the inserter of the channel is set up for, else correct 'fd' in the "
      + "template.",
    source: templateSource
  )

  private var presence: SourcePresence

  init(_ settings: RuleSettings) { presence = SourcePresence(.fd, settings) }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) { presence.receive(tag, &log) }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    presence.finish(&log)
  }
}
