/// Hexadecimal notation in playlists.
enum HexadecimalText {
  /// The two digits of a byte.
  static func digits(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}
