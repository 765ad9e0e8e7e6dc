/// File names as text. Linux allows any bytes but 0 in them; no two names become the same text.
package enum FileNameText {
  /// The name as it is where it is UTF-8; a byte that is not becomes `\xff`. A backslash that would look
  /// like the beginning of one is itself written so: `\x5cxff`.
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

  /// The scalar that begins at a byte, and how many bytes it takes; nil when none does.
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
