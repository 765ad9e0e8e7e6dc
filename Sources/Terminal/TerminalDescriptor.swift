import Glibc
import System

/// The standard descriptors as terminals.
package enum TerminalDescriptor {
  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether a program can show a screen and read keys: standard input and output are a terminal.
  package static var isInteractive: Bool { isTerminal(STDIN_FILENO) && isTerminal(STDOUT_FILENO) }

  /// The kind of terminal, from `TERM`; empty where it is not set.
  package static var kind: String { getenv("TERM").map { String(cString: $0) } ?? "" }

  /// Whether the terminal cannot move its cursor.
  package static var isDumb: Bool { kind == "dumb" }
}

extension OutputDestination {
  /// Whether the results are shown on a terminal as they come.
  package var isTerminal: Bool { TerminalDescriptor.isTerminal(descriptor) }
}
