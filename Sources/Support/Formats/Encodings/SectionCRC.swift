/// CRC-32/MPEG-2 (ISO/IEC 13818-1, annex A): polynomial 04C11DB7, initial value FFFFFFFF, not
/// reflected, no final xor. Over a section that includes its own CRC the result is 0.
package enum SectionCRC {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index) << 24
    for _ in 0..<8 {
      value = value & 0x8000_0000 == 0 ? value << 1 : (value << 1) ^ 0x04C1_1DB7
    }
    return value
  }

  /// The CRC of `bytes`.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value = (value << 8) ^ table[Int(UInt8(truncatingIfNeeded: value >> 24) ^ byte)]
    }
    return value
  }

  /// The CRC of `bytes`.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0) }
  }
}
