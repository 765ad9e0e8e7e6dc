import ArgumentParser
import Records
import System

extension ColorChoice: ExpressibleByArgument {}

/// The file for results, and the colour of tables.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the results to this file instead of standard output.",
      discussion: "The file appears under its name when it is complete.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(help: "Whether to colour tables: 'auto' does so on a terminal unless NO_COLOR is set.")
  var color: ColorChoice = .auto

  func destination() throws(OutputError) -> OutputDestination { try .named(output) }

  func write(_ text: String) throws(OutputError) {
    let destination = try destination()
    try destination.append { $0 += text.utf8 }
    try destination.commit()
  }

  func defaultFormat(for destination: OutputDestination) -> OutputFormat {
    destination.isTerminal ? .table : .jsonl
  }

  func tableStyle(for destination: OutputDestination, namesInputs: Bool) -> TableStyle {
    TableStyle(
      isColored: isColored(on: destination),
      namesInputs: namesInputs,
      width: destination.isTerminal ? ScreenSize.reportedColumns : nil
    )
  }

  private func isColored(on destination: OutputDestination) -> Bool {
    color.isColored(onTerminal: destination.isTerminal)
  }
}

extension OutputDestination {
  /// The file that `-o` names, or standard output without `-o` and for `-o -`.
  static func named(_ path: String?) throws(OutputError) -> OutputDestination {
    guard let path, path != "-" else { return .standardOutput() }
    return try .file(path)
  }
}

/// The option `--format` of a command that writes rows.
struct FormatOption<Row: ResultRow>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the results. (default: table on a terminal, jsonl elsewhere)",
      valueName: OutputFormat.names(for: Row.self)
    ),
    completion: OutputFormat.completion(for: Row.self),
    transform: { try OutputFormat.parse($0, for: Row.self) }
  )
  var format: OutputFormat?
}

extension OutputFormat {
  /// The formats of a row type, for help texts: `table|json|…`.
  static func names<Row: ResultRow>(for rows: Row.Type) -> String {
    rows.formats.map(\.rawValue).joined(separator: "|")
  }

  static func completion<Row: ResultRow>(for rows: Row.Type) -> CompletionKind {
    .list(rows.formats.map(\.rawValue))
  }

  static func parse<Row: ResultRow>(_ text: String, for rows: Row.Type) throws -> OutputFormat {
    guard let format = OutputFormat(rawValue: text), rows.formats.contains(format) else {
      let names = rows.formats.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(text)' is not a format of this command: choose one of \(names).")
    }
    return format
  }
}

/// The headings of options in the help. A command declares its groups in the order of the help: its own options,
/// input, output, network.
enum OptionTitle {
  static let input = "Input options"
  static let output = "Output options"
  static let network = "Network options"
  static let rules = "Rule options"
  static let playback = "Playback options"
}
