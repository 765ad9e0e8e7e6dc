import Formats

/// A line of the screen: pieces of text, cut to a width. With any characters in the texts, it stays
/// one line and changes nothing else on the terminal.
package struct ScreenLine: Sendable, Equatable {
  private struct Piece: Sendable, Equatable {
    var text: String
    var emphasis: TextEmphasis
  }

  private var pieces: [Piece] = []

  /// No terminal shows more of a piece, and foreign texts may be of any length.
  private static let mostScalars = 2000

  package init() {}

  /// A line of one text.
  package init(_ text: String, _ emphasis: TextEmphasis = .none) { append(text, emphasis) }

  /// Columns taken so far.
  package private(set) var columns = 0

  package mutating func append(_ text: String, _ emphasis: TextEmphasis = .none) {
    let text = PrintableText.escaping(String(text.unicodeScalars.prefix(Self.mostScalars)))
    columns += TextWidth.columns(text)
    pieces.append(Piece(text: text, emphasis: emphasis))
  }

  /// Adds spaces up to a column; none when the line is longer.
  package mutating func pad(to column: Int) {
    guard column > columns else { return }
    append(String(repeating: " ", count: column - columns))
  }

  /// The line for a terminal of this many columns, and how many of them it takes.
  package func render(isColored: Bool, width: Int) -> (text: String, columns: Int) {
    var left = width
    var line = ""
    for piece in pieces where left > 0 {
      let text = TextWidth.cut(piece.text, to: left)
      left -= TextWidth.columns(text)
      line += isColored ? piece.emphasis.paint(text) : text
    }
    return (line, width - left)
  }
}
