import ArgumentParser
import Playback
import Rehearsal

/// The options of a rehearsal beside the capture.
struct RehearseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The stream that the app played: its tags are compared with those that the app reported.",
      discussion:
        "A file, a playlist, a URL (http, https, udp, rtp, srt), or '-' for standard input.",
      valueName: "stream"
    ),
    completion: .file()
  )
  var stream: String?

  @Option(
    help: ArgumentHelp(
      "What the tester did, and when: JSON Lines, a scenario or a list of calls.",
      discussion: """
        One object a line: {"at": 1700000000, "do": "pause"}. 'at' is in Unix seconds. 'do' is one of \
        \(ViewerAction.Name.words); 'optOut', 'ott' and 'cast' have a "value": "1" or "0". A scenario or a list of \
        calls is one of 'pings --scenario' or '--calls'.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var actions: String?

  @Option(
    help: ArgumentHelp(
      "The products that must be measured, separated by commas. (default: those in the capture)",
      valueName: RehearsalProduct.allCases.map(\.rawValue).joined(separator: ",")
    ),
    transform: Self.parseProducts
  )
  var product: Set<String> = []

  @Flag(
    help:
      "The capture comes from the build for the store: check what must be removed before release."
  )
  var release = false

  @Flag(help: "Exit with 1 also when an item was not assessed.")
  var complete = false

  /// The settings from the options.
  var settings: RehearsalCase.Settings {
    var settings = RehearsalCase.Settings()
    settings.products = product
    settings.isRelease = release
    return settings
  }

  private static func parseProducts(_ text: String) throws -> Set<String> {
    let words = text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
    for word in words where RehearsalProduct(rawValue: word) == nil {
      let names = RehearsalProduct.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(word)' is not a product of this command: choose from \(names).")
    }
    guard !words.isEmpty else { throw ValidationError("Name at least one product, such as dcr.") }
    return Set(words)
  }
}

extension ViewerAction.Name {
  /// All names in one line.
  static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
