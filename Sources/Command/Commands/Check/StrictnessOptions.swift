import ArgumentParser
import Conformance

/// What `id3tap check` demands; `batch` and `watch` have it in the file of `--config`.
struct StrictnessOptions: ParsableArguments {
  @Flag(help: "Turn warnings into failures.")
  var strict = false

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

  /// Takes over what was given; the file came before.
  func apply(to options: inout CheckOptions) throws {
    do {
      for text in threshold { try options.setThreshold(text) }
    } catch {
      throw ValidationError("--threshold: \(error).")
    }
    if strict { options.isStrict = true }
    options.required.formUnion(require)
  }

  private static func parseRequirement(_ text: String) throws -> RequiredPresence {
    guard let presence = RequiredPresence(rawValue: text) else {
      let names = RequiredPresence.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(text)' cannot be required: choose one of \(names).")
    }
    return presence
  }
}
