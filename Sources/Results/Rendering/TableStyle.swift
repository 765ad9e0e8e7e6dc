/// How tables are drawn.
public struct TableStyle: Sendable, Equatable {
  /// Whether ANSI escape sequences colour the text.
  public var isColored: Bool
  /// Whether a line with its name stands above the rows of each input.
  public var namesInputs: Bool
  /// The width of the terminal in characters, to which long last cells are cut; nil cuts nothing.
  public var width: Int?

  /// Makes a style.
  public init(isColored: Bool = false, namesInputs: Bool = false, width: Int? = nil) {
    self.isColored = isColored
    self.namesInputs = namesInputs
    self.width = width
  }
}
