import Conformance

/// The Swift file with the meaning of the rules of one group, for `id3tap explain RULE`.
struct RuleTextFile {
  let group: RuleGroup
  /// The doc comment of a rule, by the name of its type; nil when there is none.
  let comment: (_ typeName: String) -> [String]?

  /// The name of the file.
  var name: String { "RuleTexts+\(capitalizedGroup).swift" }

  /// The content of the file.
  var text: String {
    var lines = [
      "// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.",
      "extension RuleTexts {",
      "  static let \(group.rawValue): [String: String] = [",
    ]
    for rule in RuleDescription.all where rule.traits.group == group {
      lines.append("    \"\(rule.id)\": #\"\"\"")
      for line in comment(RulePage.typeName(of: rule.id)) ?? [] {
        lines.append(line.isEmpty ? "" : "    \(line)")
      }
      lines.append("    \"\"\"#,")
    }
    return (lines + ["  ]", "}"]).joined(separator: "\n") + "\n"
  }

  private var capitalizedGroup: String {
    group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
  }
}
