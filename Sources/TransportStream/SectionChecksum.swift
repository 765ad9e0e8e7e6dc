import Formats

/// CRC-32/MPEG-2 (ISO/IEC 13818-1, annex A): polynomial 04C11DB7, initial value FFFFFFFF, not reflected, no
/// final xor. The result for a section with its own CRC is 0.
public enum SectionChecksum {
  /// The CRC of `bytes`.
  public static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.withContiguousStorageIfAvailable {
      SectionCRC.checksum(of: UnsafeRawBufferPointer($0))
    } ?? SectionCRC.checksum(of: Array(bytes))
  }
}
