/// Hexadecimal notation of bytes.
package enum Hexadecimal {
  private static let lowerCase = Array("0123456789abcdef".utf8)
  private static let upperCase = Array("0123456789ABCDEF".utf8)

  /// The two digits of a byte, in lower case.
  package static func digits(of byte: UInt8) -> [UInt8] {
    [lowerCase[Int(byte >> 4)], lowerCase[Int(byte & 15)]]
  }

  /// The two digits of a byte, in upper case.
  package static func upperCaseDigits(of byte: UInt8) -> [UInt8] {
    [upperCase[Int(byte >> 4)], upperCase[Int(byte & 15)]]
  }

  /// Two digits a byte, in lower case.
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
  /// All digits of the number, lower-case hexadecimal: `0f` for a byte of 15.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
