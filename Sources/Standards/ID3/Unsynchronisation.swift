/// Keeps MPEG decoders from finding a frame sync inside a tag: a zero byte goes between 0xff and
/// a byte that could complete the sync (ID3v2.4.0 structure, section 6.1).
enum Unsynchronisation {
  /// Inserts zero bytes so that 0xff is never followed by 0xe0 to 0xff, or by the end.
  ///
  /// A zero that follows 0xff gets one of its own, or it would be read as an inserted one.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + 16)
    var afterFF = false
    for byte in bytes {
      if afterFF, byte == 0 || byte >= 0xe0 { encoded.append(0) }
      encoded.append(byte)
      afterFF = byte == 0xff
    }
    if afterFF { encoded.append(0) }
    return encoded
  }

  /// Removes the zero after every 0xff.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var afterFF = false
    for byte in bytes {
      if afterFF, byte == 0 {
        afterFF = false
        continue
      }
      decoded.append(byte)
      afterFF = byte == 0xff
    }
    return decoded
  }
}
