/// The bytes of boxes and of their fields (ISO/IEC 14496-12, 4.2).
package enum BoxBytes {
  /// A box of the given type and content.
  package static func box(_ type: BoxType, _ content: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(truncatingIfNeeded: content.count + BoxHeader.minimumByteCount))
      + bigEndian(type.rawValue) + content
  }

  /// The bytes of a number, the highest first.
  package static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// The big-endian number of `count` bytes.
  package static func number(_ bytes: [UInt8], at start: Int, _ count: Int) -> UInt64 {
    bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
