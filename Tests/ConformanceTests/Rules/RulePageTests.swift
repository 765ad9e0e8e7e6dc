import Conformance
import Foundation
import Testing

/// Documentation/Rules.md says what the rules say. `make golden` writes it again: it sets `ID3TAP_WRITE_GOLDEN`.
@Suite("the page about all rules")
struct RulePageTests {
  private static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation/Rules.md")

  @Test("the page says what the rules say: otherwise run `make golden`")
  func isUpToDate() throws {
    let page = Self.markdown
    if ProcessInfo.processInfo.environment["ID3TAP_WRITE_GOLDEN"] == "1" {
      try Data(page.utf8).write(to: Self.file)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == page)
  }

  @Test("every rule has a text, which begins with one sentence", arguments: RuleDescription.all)
  func sentence(_ rule: RuleDescription) {
    #expect(rule.summary.hasSuffix(".") && !rule.summary.contains("\n"))
  }

  private static var markdown: String {
    var lines = [
      "# The rules of `id3tap check`", "",
      "<!-- Written by `make golden` from the rules in Sources/Conformance/Rules. -->", "",
      "Independent of Nielsen, and not a certification: a pass means that nothing wrong was found in what",
      "can be read without Nielsen's key. `--rule ID=SEVERITY` changes the severity of a finding,",
      "`--threshold ID.NAME=VALUE` a limit.",
    ]
    lines += index
    for group in RuleGroup.allCases {
      let rules = RuleDescription.all.filter { $0.traits.group == group }
      guard !rules.isEmpty else { continue }
      lines += ["", "## \(title(of: group))"]
      for rule in rules { lines += section(of: rule) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table of all rules, with links to their sections.
  private static var index: [String] {
    let rows = RuleGroup.allCases.flatMap { group in
      RuleDescription.all.filter { $0.traits.group == group }.map { rule in
        "| [`\(rule.id)`](#\(rule.id)) | \(rule.traits.severity.rawValue) | "
          + rule.summary.replacing("|", with: "\\|") + " |"
      }
    }
    return ["", "| rule | severity | in one sentence |", "|---|---|---|"] + rows
  }

  private static func section(of rule: RuleDescription) -> [String] {
    let traits = rule.traits
    var facts = ["**\(traits.severity.rawValue)**", rule.boundText]
    if traits.isHeuristic { facts.append("heuristic") }
    let reasons = rule.reasonsNotAssessed.map { reason, condition in
      "`\(reason.rawValue)`" + (condition.map { " (\($0))" } ?? "")
    }
    if !reasons.isEmpty { facts.append("not assessed: " + reasons.joined(separator: ", ")) }
    facts.append("source: \(traits.source)")
    var lines = ["", "### `\(rule.id)`", "", rule.text, "", facts.joined(separator: " · ")]
    let thresholds = rule.thresholdTexts.map { "- `\($0.name)` = \($0.value)" }
    if !thresholds.isEmpty { lines += [""] + thresholds }
    if !traits.remedy.isEmpty { lines += ["", "→ \(traits.remedy)"] }
    return lines
  }

  private static func title(of group: RuleGroup) -> String {
    switch group {
    case .tag: "tag: the bytes of one tag"
    case .cadence: "cadence: tags in time"
    case .clock: "clock: time stamps against each other"
    case .transport: "transport: TS, PSI, PES"
    case .hls: "hls: playlists and segments"
    case .cmaf: "cmaf: event messages"
    case .info: "info: INFO tags"
    case .key: "key: listed, never judged"
    case .player: "player: what players would show"
    case .expect: "expect: the template of the channel"
    }
  }
}
