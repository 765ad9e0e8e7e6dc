import NielsenTag
import TimedMetadata

struct ExpectBreakout: ExpectRule {
  static let title = "Another breakout code than the template's"
  static let text = """
    The breakout codes are those of the template.

    With several codes in the template this rule replaces `tag-breakout`; with one, `tag-breakout`
    expects it too.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .tags],
    remedy: "Set the breakout code of the inserter, else correct 'breakouts' in the template.",
    source: templateSource
  )

  private let codes: [String]

  init(_ settings: RuleSettings) { codes = settings.template?.breakouts ?? [] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !codes.isEmpty, let code = tag.nielsen?.breakout, !codes.contains(code) else { return }
    log.add(Self.other(code, expected: codes), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    codes.isEmpty ? .notAssessed(.notInTemplate) : .assessed
  }
}

extension ExpectBreakout {
  static func other(_ code: String, expected: [String]) -> String {
    "breakout \(code), expected \(expected.prefix(10).joined(separator: " or "))"
  }
}
