/// Turns screens into the bytes for a terminal: the lines that changed, as one piece.
struct ScreenWriter {
  private let isColored: Bool
  private var shown: [String] = []
  private var size: ScreenSize?

  init(isColored: Bool) { self.isColored = isColored }

  /// The next frame is drawn from scratch.
  mutating func forget() { size = nil }

  /// The bytes that make the terminal show `lines`; none when it does already (ECMA-48: CUP, EL, ED).
  mutating func frame(_ lines: [ScreenLine], size: ScreenSize) -> String {
    let rows = lines.prefix(size.rows).map { line in
      let (text, columns) = line.render(isColored: isColored, width: size.columns)
      // After the last column the cursor is on it: erasing would remove its character.
      return columns < size.columns ? text + "\u{1b}[K" : text
    }
    return frame(rows: rows, size: size)
  }

  /// The bytes that make the terminal show texts that fit it, with their colours, and nothing below them.
  /// All rows are sent: what other programs wrote on the screen meanwhile does not stay.
  mutating func wholeFrame(_ texts: [String], size: ScreenSize) -> String {
    shown = []
    // How many columns a text with colours takes is not known: its row is erased first.
    let rows = texts.prefix(size.rows).map { "\u{1b}[K" + $0 }
    let rest = Array(repeating: "\u{1b}[K", count: max(0, size.rows - rows.count))
    return frame(rows: rows + rest, size: size)
  }

  private mutating func frame(rows: [String], size: ScreenSize) -> String {
    var frame = ""
    if size != self.size {
      frame += "\u{1b}[2J"
      shown = []
    }
    for (row, text) in rows.enumerated() where !shown.indices.contains(row) || shown[row] != text {
      frame += "\u{1b}[\(row + 1);1H" + text
    }
    self.size = size
    shown = rows
    return frame
  }
}
