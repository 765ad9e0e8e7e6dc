package struct TableCell: Sendable, Equatable {
  /// How a cell is emphasized when colour is asked for.
  package typealias Emphasis = TextEmphasis

  /// The text; nil and the empty text are shown as `-`, in the last column as nothing.
  package var text: String?
  /// How it is emphasized.
  package var emphasis: Emphasis
  /// The characters of a last cell that optional columns make room for; nil: all of them.
  package var room: Int?

  package init(_ text: String?, _ emphasis: Emphasis = .none, room: Int? = nil) {
    self.text = text
    self.emphasis = emphasis
    self.room = room
  }

  /// Makes a cell with a number.
  package init(_ number: (some BinaryInteger)?, _ emphasis: Emphasis = .none) {
    self.init(number.map { String($0) }, emphasis)
  }
}
