import Documents
import Formats

/// A line of the screen: pieces of text, cut to a width. With any characters in the texts, it stays
/// one line and changes nothing else on the terminal.
struct ScreenLine: Sendable, Equatable {
  private struct Piece: Sendable, Equatable {
    var text: String
    var emphasis: TableCell.Emphasis
  }

  private var pieces: [Piece] = []

  /// No terminal shows more of a piece, and foreign texts may be of any length.
  private static let mostScalars = 2000

  init() {}

  /// A line of one text.
  init(_ text: String, _ emphasis: TableCell.Emphasis = .none) { append(text, emphasis) }

  /// Columns taken so far.
  private(set) var columns = 0

  mutating func append(_ text: String, _ emphasis: TableCell.Emphasis = .none) {
    let text = PrintableText.escaping(String(text.unicodeScalars.prefix(Self.mostScalars)))
    columns += TextWidth.columns(text)
    pieces.append(Piece(text: text, emphasis: emphasis))
  }

  /// Adds spaces up to a column; none when the line is longer.
  mutating func pad(to column: Int) {
    guard column > columns else { return }
    append(String(repeating: " ", count: column - columns))
  }

  /// The line for a terminal of this many columns, and how many of them it takes.
  func render(_ style: TableStyle, width: Int) -> (text: String, columns: Int) {
    var left = width
    var line = ""
    for piece in pieces where left > 0 {
      let text = TextWidth.cut(piece.text, to: left)
      left -= TextWidth.columns(text)
      line += style.paint(text, piece.emphasis)
    }
    return (line, width - left)
  }
}
