/// White space around lines, values and attributes.
enum ASCIISpace {
  /// Space, tab, CR, and the other controls that C counts as white space.
  static func contains(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// The bytes without white space at either end.
  static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !contains($0) }),
      let last = bytes.lastIndex(where: { !contains($0) })
    else { return bytes[bytes.endIndex...] }
    return bytes[first...last]
  }
}
