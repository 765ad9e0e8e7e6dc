import Terminal

package struct TableCell: Sendable, Equatable {
  /// How a cell is emphasized when colour is asked for.
  package typealias Emphasis = TextEmphasis

  /// The text; nil and the empty text are shown as `-`, in the last column as nothing.
  package var text: String?
  /// How it is emphasized.
  package var emphasis: Emphasis

  package init(_ text: String?, _ emphasis: Emphasis = .none) {
    self.text = text
    self.emphasis = emphasis
  }

  /// Makes a cell with a number.
  package init(_ number: (some BinaryInteger)?, _ emphasis: Emphasis = .none) {
    self.init(number.map { String($0) }, emphasis)
  }
}
