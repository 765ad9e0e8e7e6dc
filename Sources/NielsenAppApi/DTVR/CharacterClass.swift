/// The alphabets of the payload fields, checked without making text of them.
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
    for byte in bytes[offset..<(offset + count)] where byte &- UInt8(ascii: "0") > 9 {
      return false
    }
    return true
  }

  /// Letters, digits, `-` and `_`: RFC 4648, section 5.
  private static func areBase64URL(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    count: Int
  ) -> Bool {
    let end = offset + count
    var position = offset
    var wrong: SIMD16<UInt8> = .zero
    while position + 16 <= end {
      wrong |= outside(bytes.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self))
      position += 16
    }
    // The last sixteen again, overlapping: every field is longer than that.
    wrong |= outside(bytes.loadUnaligned(fromByteOffset: end - 16, as: SIMD16<UInt8>.self))
    return wrong == .zero
  }

  /// Lanes that hold no base64url character are not zero.
  private static func outside(_ lanes: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let letter = (lanes | 0x20) &- UInt8(ascii: "a") .< 26
    let digit = lanes &- UInt8(ascii: "0") .< 10
    let mark = lanes .== UInt8(ascii: "-") .| lanes .== UInt8(ascii: "_")
    return SIMD16<UInt8>(repeating: 1).replacing(with: 0, where: letter .| digit .| mark)
  }
}
