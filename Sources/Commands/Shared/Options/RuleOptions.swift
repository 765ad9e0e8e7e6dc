import ArgumentParser
import Conformance

/// The options of checks and their strictness.
struct RuleOptions: ParsableArguments {
  @Flag(help: "Turn warnings into failures.")
  var strict = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set the severity of a rule, or turn it off; may be given several times.",
      valueName: "id=off|info|warning|error"
    )
  )
  var rule: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set a limit of a rule, such as 'cadence-gap.limit=25'; may be given several times.",
      discussion: """
        'id3tap explain RULE' lists the limits of a rule. 'cadence-gap=25' changes the one called \
        'limit', or the only one.
        """,
      valueName: "id.name=value"
    )
  )
  var threshold: [String] = []

  @OptionGroup var file: ConfigOption

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Fail unless these carry tags; may be given several times.",
      valueName: RequiredPresence.allCases.map(\.rawValue).joined(separator: "|")
    ),
    completion: .list(RequiredPresence.allCases.map(\.rawValue)),
    transform: Self.parseRequirement
  )
  var require: [RequiredPresence] = []

  @Option(
    help: ArgumentHelp(
      "Compare with this template of the channel, or with those of a folder.",
      discussion: """
        'id3tap expect' writes one. In a folder NAME.json is the template of the inputs called NAME: by the \
        name of a feed, the file name without extension, or a folder of the path, the nearest first.
        """,
      valueName: "file|folder"
    ),
    completion: .file(),
    transform: ChannelTemplates.parse
  )
  var expect: ChannelTemplates?

  func validate() throws { _ = try checkOptions() }

  /// The options for the checker, without what depends on the input.
  func checkOptions() throws -> CheckOptions {
    var options = CheckOptions()
    if let config = file.config { try Self.apply(config, to: &options) }
    do {
      for text in rule { try options.setSeverity(text) }
    } catch {
      throw ValidationError("--rule: \(error).")
    }
    do {
      for text in threshold { try options.setThreshold(text) }
    } catch {
      throw ValidationError("--threshold: \(error).")
    }
    if strict { options.isStrict = true }
    options.required.formUnion(require)
    return options
  }

  private static func apply(_ file: ConfigFile, to options: inout CheckOptions) throws {
    guard let rules = file.rules else {
      throw ValidationError(
        "--config \(file.name): is about the engine alone: name a file with settings of rules, with the "
          + "engine's under \"engine\"."
      )
    }
    do {
      try options.apply(rules)
    } catch {
      throw ValidationError("\(file.name): \(error).")
    }
  }

  private static func parseRequirement(_ text: String) throws -> RequiredPresence {
    guard let presence = RequiredPresence(rawValue: text) else {
      let names = RequiredPresence.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(text)' cannot be required: choose one of \(names).")
    }
    return presence
  }
}
