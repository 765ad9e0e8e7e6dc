/// A key of the terminal.
package enum TerminalKey: Sendable, Hashable {
  /// A printable ASCII character.
  case character(Character)
  case escape, enter, backspace
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl-L: draw the screen again.
  case redraw

  private static let names: [String: TerminalKey] = [
    "space": .character(" "), "esc": .escape, "escape": .escape, "enter": .enter,
    "backspace": .backspace, "up": .up, "down": .down, "left": .left, "right": .right,
    "home": .home, "end": .end, "pageup": .pageUp, "pagedown": .pageDown,
  ]

  /// The key with a name such as `p`, `space` or `left`; nil when there is none.
  package init?(name: some StringProtocol) {
    if let key = Self.names[name.lowercased()] {
      self = key
    } else if name.count == 1, let character = name.first, character.isASCII,
      !character.isWhitespace
    {
      self = .character(character)
    } else {
      return nil
    }
  }
}
