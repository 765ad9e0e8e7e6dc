/// The alphabets of the payload fields, checked eight bytes at a time without making text of them.
enum CharacterClass {
  /// 22 base64url characters and `==`.
  static func isContentID(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    areBase64URL(bytes, at: offset, count: 22) && bytes[offset + 22] == UInt8(ascii: "=")
      && bytes[offset + 23] == UInt8(ascii: "=")
  }

  /// 167 base64url characters and `=`.
  static func isWatermark(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    areBase64URL(bytes, at: offset, count: 167) && bytes[offset + 167] == UInt8(ascii: "=")
  }

  /// Decimal digits.
  static func areDigits(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> Bool {
    var position = offset
    while position < offset + count {
      guard bytes[position] &- UInt8(ascii: "0") <= 9 else { return false }
      position += 1
    }
    return true
  }

  /// Letters, digits, `-` and `_`: RFC 4648, section 5. `count` is at least 8.
  private static func areBase64URL(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    count: Int
  ) -> Bool {
    // The last eight overlap those before: every field is longer than that.
    let last = offset + count - 8
    var right = base64URL(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    var position = offset
    while position < last {
      right &= base64URL(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    return right & highBits == highBits
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of every byte that is a base64url character; the other bits mean nothing.
  private static func base64URL(_ word: UInt64) -> UInt64 {
    let ascii = word & ~highBits
    let found =
      inside(ascii | ones &* 0x20, UInt8(ascii: "a"), UInt8(ascii: "z"))
      | inside(ascii, UInt8(ascii: "0"), UInt8(ascii: "9"))
      | inside(ascii, UInt8(ascii: "-"), UInt8(ascii: "-"))
      | inside(ascii, UInt8(ascii: "_"), UInt8(ascii: "_"))
    return found & ~word
  }

  /// The high bit of every byte from `low` to `high`. All bytes are below 128, so that the sums
  /// below never reach into the next byte.
  private static func inside(_ word: UInt64, _ low: UInt8, _ high: UInt8) -> UInt64 {
    (word &+ ones &* UInt64(0x80 - low)) & ~(word &+ ones &* UInt64(0x7F - high))
  }
}
