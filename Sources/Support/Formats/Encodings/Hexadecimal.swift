/// Bytes as hexadecimal digits.
package enum Hexadecimal {
  private static let lowerCase = Array("0123456789abcdef".utf8)
  private static let upperCase = Array("0123456789ABCDEF".utf8)

  /// The two digits of a byte, in lower case.
  package static func digits(of byte: UInt8) -> [UInt8] {
    [lowerCase[Int(byte >> 4)], lowerCase[Int(byte & 15)]]
  }

  package static func upperCaseDigits(of byte: UInt8) -> [UInt8] {
    [upperCase[Int(byte >> 4)], upperCase[Int(byte & 15)]]
  }

  /// The bytes as text, with two lower-case digits for each byte.
  package static func text(of bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap(digits), as: UTF8.self)
  }

  /// The value of a digit of either case; nil for any other byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits of the number in lower case, including leading zeros: `0f` for a byte of 15.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

extension UInt8 {
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

/// The CRC-32 of PSI sections (ISO/IEC 13818-1, annex A): polynomial 04C11DB7, initial value FFFFFFFF, not reflected,
/// no final XOR.
package enum SectionCRC {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index) << 24
    for _ in 0..<8 {
      value = value & 0x8000_0000 == 0 ? value << 1 : (value << 1) ^ 0x04C1_1DB7
    }
    return value
  }

  /// The CRC of `bytes`, which is 0 for a section that includes its own CRC.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value = (value << 8) ^ table[Int(UInt8(truncatingIfNeeded: value >> 24) ^ byte)]
    }
    return value
  }

  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0) }
  }
}
