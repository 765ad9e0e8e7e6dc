/// A column of a table. Rows are written as they come, so its width is fixed: a longer cell moves the
/// rest of its line.
package struct TableColumn: Sendable, Equatable {
  /// The alignment of the text of a cell.
  package enum Alignment: Sendable {
    case left
    case right
  }

  package var title: String
  /// The width in characters.
  package var width: Int
  /// The alignment of the text.
  package var alignment: Alignment
  /// Whether it is left out where a terminal is too narrow for the last column beside it.
  package var isOptional: Bool

  package init(
    _ title: String,
    width: Int,
    alignment: Alignment = .left,
    isOptional: Bool = false
  ) {
    self.title = title
    self.width = width
    self.alignment = alignment
    self.isOptional = isOptional
  }
}
