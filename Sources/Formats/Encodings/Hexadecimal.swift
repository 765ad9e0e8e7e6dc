/// Hexadecimal notation in lower case.
package enum Hexadecimal {
  private static let alphabet = Array("0123456789abcdef".utf8)

  /// The two digits of a byte.
  package static func digits(of byte: UInt8) -> [UInt8] {
    [alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]]
  }
}
