/// Big-endian integers with seven bits a byte, so that no byte of them can look like an MPEG
/// frame sync (ID3v2.4.0 structure, section 6.2).
enum SynchsafeInteger {
  /// The largest value that four synchsafe bytes hold: 28 bits.
  static let maximum = 0x0fff_ffff

  /// The value of synchsafe bytes; nil when one of them has its top bit set.
  static func value(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard byte < 0x80 else { return nil }
      value = value << 7 | Int(byte)
    }
    return value
  }

  /// Four synchsafe bytes. Bits beyond 28 are dropped: callers check ``maximum`` first.
  static func bytes(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0) & 0x7f }
  }
}
