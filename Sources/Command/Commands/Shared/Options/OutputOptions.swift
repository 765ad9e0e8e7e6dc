import ArgumentParser
import Documents
import System
import Terminal

extension ColorChoice: ExpressibleByArgument {}

/// Where results go.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the results to this file instead of standard output.",
      discussion: "The file gets its name when it is complete.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(help: "Whether tables are coloured: 'auto' colours them on a terminal without NO_COLOR.")
  var color: ColorChoice = .auto

  /// The place that the options name.
  func destination() throws(OutputError) -> OutputDestination { try .named(output) }

  /// Writes a text in place of rows.
  func write(_ text: String) throws(OutputError) {
    let destination = try destination()
    try destination.append { $0 += text.utf8 }
    try destination.commit()
  }

  /// The format that is written when none is asked for.
  func defaultFormat(for destination: OutputDestination) -> OutputFormat {
    destination.isTerminal ? .table : .jsonl
  }

  /// The style of tables.
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
  /// The file that `-o` names; standard output without it, and for `-o -`.
  static func named(_ path: String?) throws(OutputError) -> OutputDestination {
    guard let path, path != "-" else { return .standardOutput() }
    return try .file(path)
  }
}
