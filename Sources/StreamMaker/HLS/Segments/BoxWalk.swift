/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) that libavformat has written.
struct BoxWalk {
  /// One box.
  struct Box {
    /// Its four letters.
    var type: String
    /// Where it stands in the bytes.
    var range: Range<Int>
    /// Where its content stands.
    var content: Range<Int>
  }

  /// The boxes side by side in a range of bytes, up to the first that is not whole.
  static func boxes(_ bytes: [UInt8], in range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var start = range.lowerBound
    while start + 8 <= range.upperBound {
      var size = UInt64(number(bytes, at: start, 4))
      var headerSize = 8
      if size == 1, start + 16 <= range.upperBound {
        size = number(bytes, at: start + 8, 8)
        headerSize = 16
      }
      guard size >= headerSize, size <= UInt64(range.upperBound - start) else { break }
      let end = start + Int(size)
      let type = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      boxes.append(Box(type: type, range: start..<end, content: start + headerSize..<end))
      start = end
    }
    return boxes
  }

  /// The first box at a path of types, each inside the one before it.
  static func first(_ path: [String], in bytes: [UInt8]) -> Box? {
    var range = bytes.indices
    var found: Box?
    for type in path {
      guard let box = boxes(bytes, in: range).first(where: { $0.type == type }) else { return nil }
      found = box
      range = box.content
    }
    return found
  }

  /// The big-endian number of `count` bytes.
  static func number(_ bytes: [UInt8], at start: Int, _ count: Int) -> UInt64 {
    bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A box of the given type and content.
  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(truncatingIfNeeded: content.count + 8)) + Array(type.utf8) + content
  }

  /// The bytes of a number, the highest first.
  static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
