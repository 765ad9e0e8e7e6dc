import Documents

/// Turns screens into the bytes for a terminal: the lines that changed, as one piece.
struct ScreenWriter {
  private let style: TableStyle
  private var shown: [String] = []
  private var size: ScreenSize?

  init(style: TableStyle) { self.style = style }

  /// The next frame is drawn from scratch.
  mutating func forget() { size = nil }

  /// The bytes that make the terminal show `lines`; none when it does already (ECMA-48: CUP, EL, ED).
  mutating func frame(_ lines: [ScreenLine], size: ScreenSize) -> String {
    let texts = lines.prefix(size.rows).map { line in
      let (text, columns) = line.render(style, width: size.columns)
      // After the last column the cursor is on it: erasing would remove its character.
      return columns < size.columns ? text + "\u{1b}[K" : text
    }
    var frame = ""
    if size != self.size {
      frame += "\u{1b}[2J"
      shown = []
    }
    for (row, text) in texts.enumerated() where !shown.indices.contains(row) || shown[row] != text {
      frame += "\u{1b}[\(row + 1);1H" + text
    }
    self.size = size
    shown = texts
    return frame
  }
}
