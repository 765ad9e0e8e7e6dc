import Conformance

/// The page about all rules, in Markdown: what the doc comments say, and what the traits say.
struct RulePage {
  /// The doc comment of a rule, by the name of its type; nil when there is none.
  let comment: (_ typeName: String) -> [String]?

  /// The page.
  var markdown: String {
    var lines = [
      "# The rules of `id3tap check`", "",
      "<!-- Written by `make rules` from the comments in Sources/Conformance/Rules. -->", "",
      "Independent of Nielsen, and not a certification: a pass means that nothing wrong was found in what",
      "can be read without Nielsen's key. `--rule ID=SEVERITY` changes the severity of a finding,",
      "`--threshold ID.NAME=VALUE` a limit.",
    ]
    lines += index
    for group in RuleGroup.allCases {
      let rules = RuleDescription.all.filter { $0.traits.group == group }
      guard !rules.isEmpty else { continue }
      lines += ["", "## \(Self.title(of: group))"]
      for rule in rules { lines += section(of: rule) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table of all rules, with links to their sections.
  private var index: [String] {
    let rows = RuleGroup.allCases.flatMap { group in
      RuleDescription.all.filter { $0.traits.group == group }.map { rule in
        let summary = comment(Self.typeName(of: rule.id))?.prefix { !$0.isEmpty }
        let words = summary.map { $0.joined(separator: " ") } ?? ""
        return "| [`\(rule.id)`](#\(rule.id)) | \(rule.traits.severity.rawValue) | "
          + words.replacing("|", with: "\\|") + " |"
      }
    }
    return ["", "| rule | severity | in one sentence |", "|---|---|---|"] + rows
  }

  private func section(of rule: RuleDescription) -> [String] {
    let traits = rule.traits
    var facts = ["**\(traits.severity.rawValue)**", rule.boundText]
    if traits.isHeuristic { facts.append("heuristic") }
    let reasons = rule.reasonsNotAssessed.map { reason, condition in
      "`\(reason.rawValue)`" + (condition.map { " (\($0))" } ?? "")
    }
    if !reasons.isEmpty { facts.append("not assessed: " + reasons.joined(separator: ", ")) }
    facts.append("source: \(traits.source)")
    var lines = ["", "### `\(rule.id)`", ""]
    lines += comment(Self.typeName(of: rule.id)) ?? []
    lines += ["", facts.joined(separator: " · ")]
    let thresholds = rule.thresholdTexts.map { "- `\($0.name)` = \($0.value)" }
    if !thresholds.isEmpty { lines += [""] + thresholds }
    if !traits.remedy.isEmpty { lines += ["", "→ \(traits.remedy)"] }
    return lines
  }

  /// The name of the type for a rule's name: `cadence-gap` gives `CadenceGap`.
  static func typeName(of id: RuleID) -> String {
    id.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
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
