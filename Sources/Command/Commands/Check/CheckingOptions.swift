import ArgumentParser
import Conformance

/// The options of `id3tap check`.
struct CheckingOptions: ParsableArguments {
  @Flag(help: "Compare two inputs, such as main and backup, and list the differences.")
  var same = false

  @Flag(
    help: ArgumentHelp(
      "List in JSON and CSV also the rules that passed or were not assessed.",
      visibility: .hidden
    )
  )
  var allRules = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Judge what these players show; one that misses a tag fails the input; may be given several times.",
      discussion: """
        Players: \(PlayerChoice.names.joined(separator: ", ")). 'all' means all of them. Without a \
        version the latest known one is used. AVPlayer is judged by Apple's documents.
        """,
      valueName: "name[@version],…|all"
    ),
    transform: Self.parsePlayers
  )
  var player: [[PlayerChoice]] = []

  @OptionGroup var rules: RuleTextOptions

  /// The players that were named, each once.
  var players: [PlayerChoice] {
    player.joined().reduce(into: []) { all, choice in
      if !all.contains(choice) { all.append(choice) }
    }
  }

  private static func parsePlayers(_ text: String) throws -> [PlayerChoice] {
    do {
      return try PlayerChoice.list(text)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}
