/// Tells whether bytes may start an ID3 tag, and the tag's declared size (ID3v2.4.0 structure, 3.1). Module `ID3`
/// parses tags.
enum TagProbe {
  /// The size of the tag whose header of ten bytes starts `bytes`: 10 to 268,435,475 bytes, including a footer. Nil if
  /// there is no plausible header.
  static func declaredSize(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
    guard bytes.count >= 10, bytes.starts(with: [0x49, 0x44, 0x33]) else { return nil }
    func byte(_ index: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: index)] }
    guard (2...4).contains(byte(3)), byte(4) != 0xFF else { return nil }
    let size = (6..<10).map { byte($0) }
    guard size.allSatisfy({ $0 < 0x80 }) else { return nil }
    let body = size.reduce(0) { $0 << 7 | Int($1) }
    let hasFooter = byte(3) == 4 && byte(5) & 0x10 != 0
    return 10 + body + (hasFooter ? 10 : 0)
  }

  /// Whether `payload` starts with a PES packet, and the first bytes after its header start a tag.
  static func startsTag(pes payload: UnsafeRawBufferPointer) -> Bool {
    guard payload.count >= 9, payload[0] == 0, payload[1] == 0, payload[2] == 1,
      case .header(let header) = PESHeader.read(payload), !header.isScrambled
    else { return false }
    let start = payload.dropFirst(header.byteCount).prefix(10)
    return declaredSize(start) != nil || isHead(start)
  }

  /// Whether `bytes` are the start of an incomplete tag header. One or two bytes are not enough to decide.
  private static func isHead(_ bytes: some Collection<UInt8>) -> Bool {
    guard (3..<10).contains(bytes.count), bytes.starts(with: [0x49, 0x44, 0x33]) else {
      return false
    }
    return bytes.dropFirst(3).first.map { (2...4).contains($0) } ?? true
  }
}
