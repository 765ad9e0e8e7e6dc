/// ISO-8859-1, in which owners, URLs, MIME types and languages are always written.
enum ISOLatin1 {
  /// The string that has one scalar for every byte.
  static func string(_ bytes: ArraySlice<UInt8>) -> String {
    // Owners and URLs are ASCII as a rule: one pass that the compiler turns into vector code.
    let union = bytes.withUnsafeBufferPointer { $0.reduce(0, |) }
    guard union >= 0x80 else { return String(decoding: bytes, as: UTF8.self) }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xc0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3f)
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// One byte for every scalar; nil when there is one above U+00FF.
  static func bytes(_ string: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(string.utf8.count)
    for scalar in string.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
