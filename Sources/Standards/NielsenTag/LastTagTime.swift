extension NielsenPayload {
  /// The last tag time of a payload, in Unix seconds, from the eight characters that hold it.
  ///
  /// Reads neither the rest of the blob nor its checksum and allocates nothing: meant for callers
  /// that read every payload. Nil when `bytes` are not 249 characters, are not Nielsen's, have no
  /// `/` around the blob or hold something else than base64url in the eight characters. Heuristic.
  public static func lastTagTime(ofPayload bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let field = PayloadField.watermark
    guard bytes.count == byteCount, bytes[field.offset - 1] == UInt8(ascii: "/"),
      bytes[field.end] == UInt8(ascii: "/"), bytes.starts(with: ownerPrefix.utf8)
    else { return nil }
    // Three bytes are four characters: the group with byte 119 and the one with bytes 120 to 122.
    let groupStart = WatermarkBlob.lastTimeOffset / 3 * 3
    let start = field.offset + groupStart / 3 * 4
    var bits: UInt64 = 0
    for index in start..<start + 8 {
      let value = Base64URL.values[Int(bytes[index])]
      guard value != Base64URL.invalid else { return nil }
      bits = bits << 6 | UInt64(value)
    }
    return Int64(bits & 0xffff_ffff)
  }
}
