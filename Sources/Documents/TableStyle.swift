/// How tables are drawn.
package struct TableStyle: Sendable, Equatable {
  /// Whether ANSI escape sequences colour the text.
  package var isColored: Bool
  /// Whether a line with its name is above the rows of each input.
  package var namesInputs: Bool
  /// The width of the terminal in characters, to which long last cells are cut; nil cuts nothing.
  package var width: Int?

  package init(isColored: Bool = false, namesInputs: Bool = false, width: Int? = nil) {
    self.isColored = isColored
    self.namesInputs = namesInputs
    self.width = width
  }

  /// The text in the colour that an emphasis has, if colours are asked for (ECMA-48, 8.3.117, SGR).
  package func paint(_ text: String, _ emphasis: TableCell.Emphasis) -> String {
    guard isColored else { return text }
    switch emphasis {
    case .none: return text
    case .accent: return "\u{1b}[36m\(text)\u{1b}[0m"
    case .warning: return "\u{1b}[33m\(text)\u{1b}[0m"
    case .bad: return "\u{1b}[31m\(text)\u{1b}[0m"
    case .good: return "\u{1b}[32m\(text)\u{1b}[0m"
    case .faint: return "\u{1b}[2m\(text)\u{1b}[0m"
    }
  }
}
