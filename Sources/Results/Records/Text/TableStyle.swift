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

  /// The text in the colour that an emphasis has, if colours are asked for.
  package func paint(_ text: String, _ emphasis: TableCell.Emphasis) -> String {
    isColored ? emphasis.paint(text) : text
  }
}
