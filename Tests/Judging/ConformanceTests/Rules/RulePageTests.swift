import Conformance
import Foundation
import Testing

/// Compares the pages in Documentation/Rules and the index Documentation/Rules.md with the rules.
/// `make golden` rewrites the pages by setting `ID3TAP_WRITE_GOLDEN`.
@Suite("Documentation pages of the rules")
struct RulePageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation")

  @Test(
    "the pages agree with the rules (if not, run `make golden`)",
    arguments: ["Rules.md"] + RuleGroup.allCases.map { "Rules/\($0.rawValue).md" }
  )
  func isUpToDate(name: String) throws {
    let page =
      RuleGroup.allCases.first { name.hasSuffix("/\($0.rawValue).md") }
      .map(Self.page) ?? Self.index
    let file = Self.folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["ID3TAP_WRITE_GOLDEN"] == "1" {
      try Data(page.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page)
  }

  @Test("the text of every rule begins with one sentence", arguments: RuleDescription.all)
  func sentence(_ rule: RuleDescription) {
    #expect(rule.summary.hasSuffix(".") && !rule.summary.contains("\n"))
  }

  @Test("every rule has a unique short title")
  func titles() {
    let titles = RuleDescription.all.map(\.title)
    #expect(titles.allSatisfy { (5...50).contains($0.count) && !$0.hasSuffix(".") })
    #expect(Set(titles).count == titles.count)
  }

  private static let written =
    "<!-- Written by `make golden` from the rules in Sources/Judging/Conformance/Rules. -->"

  /// The rules, grouped by the party that can repair the fault.
  private static var index: String {
    var lines = [
      "# The rules of `id3tap check`", "", written, "",
      "The rules are grouped by the party that can usually repair the fault: the encoder, the packager, the server or the app.",
      "The link of each rule leads to the rule's requirement, limits and source.", "",
      "`check` is independent of Nielsen, and a pass is not a certification: it means that no fault was found in the",
      "data that can be read without Nielsen's key.",
      "`--rule ID=SEVERITY` changes the severity of a rule's findings,",
      "and `--threshold ID.NAME=VALUE` changes a limit.", "",
      RuleGroup.allCases.map { "[\(title(of: $0))](Rules/\($0.rawValue).md)" }
        .joined(separator: " · "),
    ]
    for repairer in Repairer.allCases {
      lines += [
        "", "## \(title(of: repairer))", "", "| symptom | rule | severity |", "|---|---|---|",
      ]
      lines += RuleDescription.all.filter { $0.traits.repairer == repairer }.map { rule in
        "| \(rule.title) | [`\(rule.id)`](Rules/\(rule.traits.group.rawValue).md#\(rule.id)) "
          + "| \(rule.traits.severity.rawValue) |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func page(of group: RuleGroup) -> String {
    let head = ["# Rules: \(title(of: group))", "", written, "", "[All rules](../Rules.md)"]
    let sections = RuleDescription.all.filter { $0.traits.group == group }.flatMap(section)
    return (head + sections).joined(separator: "\n") + "\n"
  }

  private static func title(of repairer: Repairer) -> String {
    switch repairer {
    case .encoder: "Encoder: inserter, encoder, multiplexer"
    case .packager: "Packager, and every device that rewrites streams after the encoder"
    case .server: "Server: origin, caches, network"
    case .app: "App: the player, or the packager if the player cannot be changed"
    case .nobody: "Nobody: listed, not judged"
    }
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
    var lines = [
      "", "## `\(rule.id)`", "", "**\(rule.title)**", "", rule.text, "",
      facts.joined(separator: " · "),
    ]
    let thresholds = rule.thresholdTexts.map { "- `\($0.name)` = \($0.value)" }
    if !thresholds.isEmpty { lines += [""] + thresholds }
    if !traits.remedy.isEmpty { lines += ["", "→ \(traits.remedy)"] }
    return lines
  }

  private static func title(of group: RuleGroup) -> String {
    switch group {
    case .tag: "tag: the form and the contents of tags"
    case .cadence: "cadence: the times of tags"
    case .clock: "clock: comparisons of time stamps"
    case .transport: "transport: TS, PSI, PES"
    case .hls: "hls: playlists and segments"
    case .cmaf: "cmaf: event messages"
    case .info: "info: INFO tags"
    case .key: "key: listed, never judged"
    case .player: "player: the tags that players would show"
    case .expect: "expect: the template of the channel"
    }
  }
}
