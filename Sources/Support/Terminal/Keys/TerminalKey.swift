/// A key of the terminal.
package enum TerminalKey: Sendable, Hashable {
  /// A printable ASCII character.
  case character(Character)
  case up, down, home, end, pageUp, pageDown
}
