import ArgumentParser
import Conformance

/// The questions about rules that `id3tap check` answers without an input.
struct RuleTextOptions: ParsableArguments {
  @Flag(help: "List all rules: name, severity and requirement.")
  var listRules = false

  @Option(
    help: ArgumentHelp(
      "Explain a rule: its requirement, limits and source, and what to do.",
      valueName: "rule"
    ),
    completion: .list(RuleDescription.all.map(\.id.rawValue)),
    transform: Self.parseRule
  )
  var explain: RuleDescription?

  func validate() throws {
    if listRules, explain != nil {
      throw ValidationError("--list-rules and --explain exclude each other: give one of them.")
    }
  }

  /// The answer; nil when nothing is asked.
  var text: String? { listRules ? RuleText.list : explain.map { RuleText.explanation(of: $0) } }

  private static func parseRule(_ name: String) throws -> RuleDescription {
    do {
      return try RuleDescription.find(name)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}
