import Formats

/// Text without its escapes: percent-encoding (`%2F`), and those of JSON and source code (`\/`, `\u003D`, `\x3D`), also
/// within a string that was itself escaped (`\\/`). What is no escape of a single byte stays as it is.
struct PlainText {
  private static let maximumBackslashes = 4

  private(set) var bytes: [UInt8] = []
  /// Where each of the bytes begins in the text.
  private(set) var places: [Int] = []

  init(_ text: UnsafeRawBufferPointer) {
    var position = 0
    while position < text.count {
      let (byte, size) = Self.byte(text, at: position)
      bytes.append(byte)
      places.append(position)
      position += size
    }
    places.append(position)
  }

  /// The byte at `position`, and the bytes that it takes in the text.
  private static func byte(_ text: UnsafeRawBufferPointer, at position: Int) -> (UInt8, size: Int) {
    let plain = (text[position], 1)
    guard text[position] != UInt8(ascii: "%") else { return digits(text, position, 1, 2) ?? plain }
    let signs = text[position...].prefix(maximumBackslashes).prefix { $0 == UInt8(ascii: "\\") }
    guard let next = text.dropFirst(position + signs.count).first, !signs.isEmpty else {
      return plain
    }
    switch next {
    case UInt8(ascii: "/"): return (next, signs.count + 1)
    case UInt8(ascii: "u"): return digits(text, position, signs.count + 1, 4) ?? plain
    case UInt8(ascii: "x"): return digits(text, position, signs.count + 1, 2) ?? plain
    default: return plain
    }
  }

  /// A byte as hexadecimal digits after some signs.
  private static func digits(
    _ text: UnsafeRawBufferPointer,
    _ position: Int,
    _ signs: Int,
    _ count: Int
  ) -> (UInt8, size: Int)? {
    let digits = text.dropFirst(position + signs).prefix(count)
      .compactMap { Hexadecimal.value(of: $0) }
    guard digits.count == count else { return nil }
    let value = digits.reduce(0) { $0 << 4 | Int($1) }
    return UInt8(exactly: value).map { ($0, signs + count) }
  }
}
