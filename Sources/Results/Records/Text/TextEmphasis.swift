import Glibc
import System

/// How text is emphasized where there are colours.
package enum TextEmphasis: Sendable {
  case none
  /// Of a special kind.
  case accent
  /// Should be checked.
  case warning
  /// Wrong.
  case bad
  /// As it should be.
  case good
  /// Less important.
  case faint

  /// The parameter of SGR (ECMA-48, 8.3.117); nil for text as it is.
  private var parameter: Int? {
    switch self {
    case .none: nil
    case .accent: 36
    case .warning: 33
    case .bad: 31
    case .good: 32
    case .faint: 2
    }
  }

  /// The text in its colour.
  package func paint(_ text: String, isBold: Bool = false) -> String {
    guard let parameter else { return text }
    return "\u{1b}[\(isBold ? "1;" : "")\(parameter)m\(text)\u{1b}[0m"
  }
}

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
