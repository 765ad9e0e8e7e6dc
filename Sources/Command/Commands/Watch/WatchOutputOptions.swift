import ArgumentParser
import Documents
import Terminal

/// Where the events of a watch go, and what is shown.
struct WatchOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format on standard output. (default: table on a terminal, jsonl elsewhere)",
      valueName: "table|jsonl"
    ),
    completion: .list(["table", "jsonl"]),
    transform: parseWatchFormat
  )
  var format: OutputFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Append the events to this file, as JSON Lines.",
      discussion: "A table on the terminal is still shown.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The events on standard output, or in the file of -o: 'all', or 'alarms' for all except tags.",
      valueName: "all|alarms"
    )
  )
  var events: EventChoice = .all

  @Option(help: "Whether the table is coloured: 'auto' colours it on a terminal without NO_COLOR.")
  var color: ColorChoice = .auto

  /// The file that `-o` names; nil for standard output.
  var path: String? { output == "-" ? nil : output }

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o: name a file.") }
  }
}

/// The value of `--events`.
enum EventChoice: String, CaseIterable, ExpressibleByArgument {
  case all, alarms
}

private func parseWatchFormat(_ text: String) throws -> OutputFormat {
  guard let format = OutputFormat(rawValue: text), format == .table || format == .jsonl else {
    throw ValidationError("'\(text)' is not a format: choose one of 'table', 'jsonl'.")
  }
  return format
}
