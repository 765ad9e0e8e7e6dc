/// Percent-encoding in the paths of requests (RFC 3986, 2.1).
package enum PercentDecoding {
  /// The text behind `encoded`; nil when a `%` lacks its two digits or the bytes are no UTF-8.
  package static func decode(_ encoded: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(encoded).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
