/// The bytes that show texts on a terminal (ECMA-48: CUP, EL, ED).
enum ScreenFrame {
  /// The bytes that make the terminal show texts that fit it, with their colours, and nothing below them.
  /// All rows are sent: what other programs wrote on the screen meanwhile does not stay.
  static func text(_ texts: [String], size: ScreenSize, isAnew: Bool) -> String {
    let rows = texts.prefix(size.rows)
    // How many columns a text with colours takes is not known: its row is erased first.
    return (0..<size.rows).reduce(into: isAnew ? "\u{1b}[2J" : "") { frame, row in
      frame += "\u{1b}[\(row + 1);1H\u{1b}[K" + (row < rows.count ? rows[row] : "")
    }
  }
}
