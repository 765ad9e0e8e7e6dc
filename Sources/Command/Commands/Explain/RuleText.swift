import ArgumentParser
import Conformance
import Formats
import Glibc
import System

enum RuleText {
  /// A line for each rule, with its name, severity and requirement.
  static var list: String {
    let rules = RuleDescription.all
    let nameWidth = rules.map(\.id.rawValue.count).max() ?? 0
    let severityWidth = Severity.allCases.map(\.rawValue.count).max() ?? 0
    return rules.map { rule in
      let name = padded(rule.id.rawValue, nameWidth)
      let severity = padded(rule.traits.severity.rawValue, severityWidth)
      return "\(name)  \(severity)  \(rule.summary)\n"
    }.joined()
  }

  /// Whether an argument is the name of a rule, or resembles one and is not an existing file.
  static func isRule(_ argument: String) -> Bool {
    if RuleDescription.named(RuleID(rawValue: argument)) != nil { return true }
    let nearest = NearestName.of(argument, in: RuleDescription.all.map(\.id.rawValue))
    return nearest != nil && access(argument, F_OK) != 0
  }

  static func explanation(of names: [String]) throws -> String {
    do {
      return try names.map { explanation(of: try RuleDescription.find($0)) }.joined(separator: "\n")
    } catch {
      throw ValidationError("\(error).")
    }
  }

  /// The explanation of a rule, with its texts wrapped at 80 characters.
  static func explanation(of rule: RuleDescription) -> String {
    let traits = rule.traits
    var lines = ["\(rule.id): \(traits.severity.rawValue)", ""]
    lines += wrapped(rule.summary)
    for paragraph in rule.details { lines += [""] + wrapped(paragraph) }
    lines.append("")
    lines += fact("You see", rule.title)
    if traits.repairer != .nobody { lines += fact("Repaired by", traits.repairer.rawValue) }
    if !traits.remedy.isEmpty { lines += fact("What to do", traits.remedy) }
    lines += fact("Tolerated", rule.boundText)
    for (index, limit) in rule.thresholdTexts.enumerated() {
      lines.append(padded(index == 0 ? "Limits:" : "", column) + "\(limit.name) = \(limit.value)")
    }
    let reasons = rule.reasonsNotAssessed.map { reason, condition in
      reason.rawValue + (condition.map { " (\($0))" } ?? "")
    }
    if !reasons.isEmpty { lines += fact("Not assessed", reasons.joined(separator: ", ")) }
    if traits.isHeuristic { lines += fact("Heuristic", "based on unpublished fields") }
    lines += fact("Source", traits.source)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let width = 80
  private static let column = 15

  private static func fact(_ title: String, _ text: String) -> [String] {
    WrappedText.lines(
      text,
      width: width,
      first: padded("\(title):", column),
      rest: padded("", column)
    )
  }

  private static func wrapped(_ text: String) -> [String] {
    WrappedText.lines(text, width: width, first: "", rest: "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// The hidden options of `id3tap check` that print the rule texts of `id3tap explain`.
struct RuleTextOptions: ParsableArguments {
  @Flag(help: ArgumentHelp("List all rules, as 'id3tap explain --rules'.", visibility: .hidden))
  var listRules = false

  @Option(
    help: ArgumentHelp(
      "Explain a rule, as 'id3tap explain RULE'.",
      valueName: "rule",
      visibility: .hidden
    ),
    completion: .list(RuleDescription.all.map(\.id.rawValue))
  )
  var explain: String?

  func validate() throws {
    if listRules, explain != nil {
      throw ValidationError("--list-rules and --explain exclude each other: give one of them.")
    }
    _ = try text
  }

  var text: String? {
    get throws {
      listRules ? RuleText.list : try explain.map { try RuleText.explanation(of: [$0]) }
    }
  }
}
