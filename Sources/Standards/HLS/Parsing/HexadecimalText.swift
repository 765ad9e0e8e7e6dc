import Formats

/// Digits of base 16.
enum HexadecimalText {
  /// The bytes of a hexadecimal sequence such as `0x00ff` (RFC 8216, section 4.2), with digits of either case
  /// after `0x` or `0X`. An odd number of digits gets a leading zero. Nil when it is something else.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    let digits = text.dropFirst(2)
    guard text.count > 2, text.first == UInt8(ascii: "0"),
      let mark = text.dropFirst().first, mark | 0x20 == UInt8(ascii: "x")
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((digits.count + 1) / 2)
    var isLow = digits.count % 2 == 1
    if isLow { bytes.append(0) }
    for digit in digits {
      guard let value = Hexadecimal.value(of: digit) else { return nil }
      if isLow {
        bytes[bytes.count - 1] |= value
      } else {
        bytes.append(value << 4)
      }
      isLow.toggle()
    }
    return bytes
  }
}
