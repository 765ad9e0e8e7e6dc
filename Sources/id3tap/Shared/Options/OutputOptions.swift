import ArgumentParser
import Documents
import Glibc
import System

/// When tables are coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never
}

extension ColorChoice {
  /// Whether what goes to a terminal, or elsewhere, is coloured.
  func isColored(onTerminal isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && Self.environment("NO_COLOR").isEmpty && Self.environment("TERM") != "dumb"
    }
  }

  private static func environment(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}

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

  /// The format that is written when none is asked for.
  func defaultFormat(for destination: OutputDestination) -> OutputFormat {
    destination.isTerminal ? .table : .jsonl
  }

  /// The style of tables.
  func tableStyle(for destination: OutputDestination, namesInputs: Bool) -> TableStyle {
    TableStyle(
      isColored: isColored(on: destination),
      namesInputs: namesInputs,
      width: destination.isTerminal ? Self.terminalWidth : nil
    )
  }

  private func isColored(on destination: OutputDestination) -> Bool {
    color.isColored(onTerminal: destination.isTerminal)
  }

  private static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

extension OutputDestination {
  /// The file that `-o` names; standard output without it, and for `-o -`.
  static func named(_ path: String?) throws(OutputError) -> OutputDestination {
    guard let path, path != "-" else { return .standardOutput() }
    return try .file(path)
  }
}
