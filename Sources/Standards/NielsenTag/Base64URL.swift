/// base64url with padding (RFC 4648, section 5), with strict decoding.
enum Base64URL {
  /// The reason why a text is not padded base64url of the expected size. Positions are in characters, from 0.
  enum Fault: Error, Equatable {
    /// The text does not have the expected number of characters.
    case length(expected: Int)
    /// The text has a `+` or `/`, which belong to base64 and not to base64url.
    case standardAlphabet(position: Int)
    /// The text has a byte that is not a base64url character, or a misplaced `=`.
    case character(position: Int)
    /// The text has a character other than `=` in its padding.
    case padding(position: Int)
    /// The last character has bits set that belong to no byte (RFC 4648, section 3.5).
    case unusedBits(position: Int)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )
  private static let pad = UInt8(ascii: "=")

  static let invalid: UInt8 = 0xff

  /// The six-bit value of each character; `invalid` for a byte that is not in the alphabet.
  static let values: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    for (value, character) in alphabet.enumerated() {
      table[Int(character)] = UInt8(value)
    }
    return table
  }()

  static func encodedCount(ofBytes byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(encodedCount(ofBytes: bytes.count))
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> bitCount & 63)])
      }
      bits &= (1 << bitCount) - 1
    }
    if bitCount > 0 {
      text.append(alphabet[Int(bits << (6 - bitCount) & 63)])
    }
    while !text.count.isMultiple(of: 4) { text.append(pad) }
    return text
  }

  /// - Throws: A fault in `text`.
  static func decode(
    _ text: ArraySlice<UInt8>,
    byteCount: Int
  ) throws(Fault) -> [UInt8] {
    guard text.count == encodedCount(ofBytes: byteCount) else {
      throw .length(expected: encodedCount(ofBytes: byteCount))
    }
    let characterCount = (byteCount * 8 + 5) / 6
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for (position, character) in text.enumerated() {
      guard position < characterCount else {
        guard character == pad else { throw .padding(position: position) }
        continue
      }
      let value = values[Int(character)]
      guard value != invalid else {
        let isStandard = character == UInt8(ascii: "+") || character == UInt8(ascii: "/")
        throw isStandard ? .standardAlphabet(position: position) : .character(position: position)
      }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= (1 << bitCount) - 1
      }
    }
    guard bits == 0 else { throw .unusedBits(position: characterCount - 1) }
    return bytes
  }
}
