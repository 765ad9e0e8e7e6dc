/// Makes text from an input or a file name safe to print on one line of a terminal.
package enum PrintableText {
  /// Escapes every scalar that could move the cursor, colour the screen, end the line or change the writing direction,
  /// as in `\u{1b}`.
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
    case 0x200b, 0x2060...0x2064, 0xfeff: true  // zero width
    default: false
    }
  }
}

/// Splits text at a byte. Swift joins an ASCII separator and a following combining mark into one character, so a search
/// for the separator as a character would miss it.
extension Substring {
  /// The text before and after the first `separator`, an ASCII byte; nil if the text does not contain it.
  package func cut(at separator: UInt8) -> (before: Substring, after: Substring)? {
    guard let place = utf8.firstIndex(of: separator) else { return nil }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}

/// File names as text. Linux allows any byte except 0 and `/` in a name. Different names give different texts.
package enum FileNameText {
  /// The name as text. A byte that is not valid UTF-8 becomes an escape such as `\xff`, and a backslash in the name
  /// that seems to begin such an escape becomes `\x5c`.
  package static func text(of name: some Collection<UInt8>) -> String {
    let bytes = Array(name)
    let backslash = UInt8(ascii: "\\")
    if !bytes.contains(backslash), let text = String(validating: bytes, as: UTF8.self) {
      return text
    }
    var text = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      if bytes[index] == backslash, isEscape(bytes[index...]) {
        text.append(contentsOf: escape(backslash))
        index += 1
        continue
      }
      guard let (scalar, length) = scalar(at: index, in: bytes) else {
        text.append(contentsOf: escape(bytes[index]))
        index += 1
        continue
      }
      text.append(scalar)
      index += length
    }
    return String(text)
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let next = bytes.dropFirst().prefix(3)
    return next.count == 3 && next.first == UInt8(ascii: "x")
      && next.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
  }

  private static func escape(_ byte: UInt8) -> String.UnicodeScalarView {
    "\\x\(byte.hexadecimal)".unicodeScalars
  }

  /// The scalar that begins at a byte, and its length in bytes; nil if the bytes are not valid UTF-8.
  private static func scalar(at index: Int, in bytes: [UInt8]) -> (Unicode.Scalar, Int)? {
    for length in 1...4 where index + length <= bytes.count {
      guard let text = String(validating: bytes[index..<index + length], as: UTF8.self),
        let scalar = text.unicodeScalars.first
      else { continue }
      return (scalar, length)
    }
    return nil
  }
}

/// Wraps text to lines of a given width.
package enum WrappedText {
  /// The words of `text` on lines of at most `width` characters. `first` precedes the first line, and `rest` precedes
  /// the others. A longer word has a line to itself. Empty text gives no lines.
  package static func lines(_ text: String, width: Int, first: String, rest: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}

/// Decimal numbers, written without Foundation, so that every machine writes the same text.
package enum Decimals {
  /// The number of seconds below which a `Double` distinguishes milliseconds reliably.
  private static let largest = 1e12

  /// Seconds with one to three decimals, rounded to the nearest millisecond: `0.0`, `8.567`. Nil if the number is not
  /// finite or out of range.
  package static func seconds(_ seconds: Double) -> String? {
    fixed(seconds).map { text in
      var text = Substring(text)
      while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
      return String(text)
    }
  }

  /// The number that ``seconds(_:)`` writes; nil if ``seconds(_:)`` returns nil.
  package static func rounded(_ seconds: Double) -> Double? {
    guard seconds.isFinite, abs(seconds) < largest else { return nil }
    return (seconds * 1000).rounded() / 1000
  }

  /// Seconds with three decimals: `300.000`. Nil if the number is not finite or out of range.
  package static func fixed(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < largest else { return nil }
    let milliseconds = Int64((seconds * 1000).rounded())
    let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    return "\(milliseconds < 0 ? "-" : "")\(whole).\(padded(rest, to: 3))"
  }

  /// A count and its noun: `1 tag`, `2 tags`.
  package static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A number padded with zeros to at least `count` digits.
  package static func padded(_ number: some BinaryInteger, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
