/// Plain big-endian integers.
enum BigEndianInteger {
  /// The value of at most seven bytes.
  static func value(_ bytes: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in bytes { value = value << 8 | Int(byte) }
    return value
  }

  /// The low `count` bytes of a value.
  static func bytes(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
