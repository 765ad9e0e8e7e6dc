/// Reads the big-endian fields of a section in order.
struct ByteCursor {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var remaining: Int { bytes.endIndex - position }

  mutating func byte() throws(SpliceFault) -> UInt8 {
    guard position < bytes.endIndex else { throw SpliceFault(.cut, at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number of `count` bytes, at most 8.
  mutating func number(bytes count: Int) throws(SpliceFault) -> UInt64 {
    guard remaining >= count else { throw SpliceFault(.cut, at: bytes.endIndex) }
    var value: UInt64 = 0
    for _ in 0..<count { value = value << 8 | UInt64(try byte()) }
    return value
  }

  mutating func uint32() throws(SpliceFault) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(bytes: 4))
  }

  mutating func uint16() throws(SpliceFault) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(bytes: 2))
  }

  /// Reads five bytes: seven flags and a 33-bit time in 90 kHz ticks.
  mutating func flagsAndTime() throws(SpliceFault) -> (flags: UInt8, time: Int64) {
    let value = try number(bytes: 5)
    return (UInt8(value >> 33), Int64(value & 0x1_FFFF_FFFF))
  }

  mutating func slice(_ count: Int) throws(SpliceFault) -> ArraySlice<UInt8> {
    guard count >= 0, remaining >= count else { throw SpliceFault(.cut, at: bytes.endIndex) }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

extension Array<UInt8> {
  /// Appends the `count` lowest bytes of a number in big-endian order.
  mutating func append(_ value: UInt64, bytes count: Int) {
    for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Appends five bytes: seven flags and a 33-bit time in 90 kHz ticks.
  mutating func append(flags: UInt8, time: Int64) {
    append(
      UInt64(flags & 0x7F) << 33 | UInt64(bitPattern: time) & 0x1_FFFF_FFFF,
      bytes: 5
    )
  }
}
