import Glibc

/// When output is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether what goes to a terminal, or elsewhere, is coloured.
  package func isColored(onTerminal isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    // https://no-color.org: any value but the empty one.
    case .auto:
      isTerminal && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        && !TerminalDescriptor.isDumb
    }
  }
}
