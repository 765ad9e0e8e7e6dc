import Glibc
import System

/// The standard descriptors as terminals.
package enum TerminalDescriptor {
  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether `TERM` names a terminal that cannot move its cursor.
  package static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }
}

extension OutputDestination {
  /// Whether the results are shown on a terminal as they come.
  package var isTerminal: Bool { TerminalDescriptor.isTerminal(descriptor) }
}
