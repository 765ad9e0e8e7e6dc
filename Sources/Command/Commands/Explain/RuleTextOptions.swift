import ArgumentParser
import Conformance

/// The questions of `id3tap explain` about rules, as `id3tap check` takes them too.
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

  /// The answer; nil when nothing is asked.
  var text: String? {
    get throws {
      listRules ? RuleText.list : try explain.map { try RuleText.explanation(of: [$0]) }
    }
  }
}
