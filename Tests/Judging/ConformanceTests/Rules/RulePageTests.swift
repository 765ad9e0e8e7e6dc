import Conformance
import Foundation
import Testing

/// The pages of Documentation/Rules and their index, Documentation/Rules.md, say what the rules say. `make golden` writes
/// them again: it sets `ID3TAP_WRITE_GOLDEN`.
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

  @Test("every rule has a short title of its own")
  func titles() {
    let titles = RuleDescription.all.map(\.title)
    #expect(titles.allSatisfy { (5...50).contains($0.count) && !$0.hasSuffix(".") })
    #expect(Set(titles).count == titles.count)
  }

  private static let written =
    "<!-- Written by `make golden` from the rules in Sources/Judging/Conformance/Rules. -->"

  /// The rules by who can repair what they find.
  private static var index: String {
    var lines = [
      "# The rules of `id3tap check`", "", written, "",
      "By who can usually repair it: the encoder, what is between it and the player, the server or the app. A rule's link leads",
      "to what it asks for, its limits and its source.", "",
      "Independent of Nielsen, and not a certification: a pass means that nothing wrong was found in what",
      "can be read without Nielsen's key. `--rule ID=SEVERITY` changes the severity of a finding,",
      "`--threshold ID.NAME=VALUE` a limit.", "",
      RuleGroup.allCases.map { "[\(title(of: $0))](Rules/\($0.rawValue).md)" }
        .joined(separator: " · "),
    ]
    for repairer in Repairer.allCases {
      lines += [
        "", "## \(title(of: repairer))", "", "| you see | rule | severity |", "|---|---|---|",
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
    case .packager: "Packager: and all that rewrites streams after the encoder"
    case .server: "Server: origin, caches, network"
    case .app: "App: its player, or the packager where the player cannot be changed"
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
