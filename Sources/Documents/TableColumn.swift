/// A column of a table. Rows are written as they come, so its width is fixed: a longer cell moves the
/// rest of its line.
public struct TableColumn: Sendable, Equatable {
  /// Where the text of a cell stands.
  public enum Alignment: Sendable {
    /// Text.
    case left
    /// Numbers.
    case right
  }

  /// The heading.
  public var title: String
  /// The width in characters.
  public var width: Int
  /// Where the text stands.
  public var alignment: Alignment

  /// Makes a column.
  public init(_ title: String, width: Int, alignment: Alignment = .left) {
    self.title = title
    self.width = width
    self.alignment = alignment
  }
}
