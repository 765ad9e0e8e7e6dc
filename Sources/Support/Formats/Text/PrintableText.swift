/// Text of an input or of a file name, made safe for a terminal and for one line.
package enum PrintableText {
  /// The text with every scalar that could move the cursor, colour the screen, end the line or turn
  /// the writing direction replaced by its number: `\u{1b}`.
  package static func escaping(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else {
        escaped.append(scalar)
        continue
      }
      escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
    }
    return String(escaped)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0: true  // C0, DEL, C1
    case 0x2028, 0x2029: true  // line and paragraph separators
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true  // directions
    case 0x200b, 0x2060...0x2064, 0xfeff: true  // without width, joining nothing
    default: false
    }
  }
}
