/// Reads the fields of a box one after the other. Integers are big-endian.
package struct BoxFields {
  /// The bytes that have not been read.
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package mutating func skip(_ count: Int) throws(BoxFault) {
    guard count <= rest.count else { throw .cut }
    rest = rest.dropFirst(count)
  }

  package mutating func byte() throws(BoxFault) -> UInt8 {
    UInt8(truncatingIfNeeded: try integer(byteCount: 1))
  }

  package mutating func uint32() throws(BoxFault) -> UInt32 {
    UInt32(truncatingIfNeeded: try integer(byteCount: 4))
  }

  package mutating func int32() throws(BoxFault) -> Int32 { Int32(bitPattern: try uint32()) }

  package mutating func uint64() throws(BoxFault) -> UInt64 { try integer(byteCount: 8) }

  /// A field that has 64 bits from version 1 on, 32 bits before.
  package mutating func integer(inVersion version: UInt8) throws(BoxFault) -> UInt64 {
    try version == 0 ? UInt64(uint32()) : uint64()
  }

  /// The version and the flags that a full box starts with (ISO/IEC 14496-12, 4.2).
  package mutating func versionAndFlags() throws(BoxFault) -> (version: UInt8, flags: UInt32) {
    let word = try uint32()
    return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
  }

  /// A text that ends with NUL; `name` is what the box calls it.
  package mutating func text(_ name: String) throws(BoxFault) -> String {
    guard let end = rest.firstIndex(of: 0) else { throw BoxFault("\(name) not terminated") }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  private mutating func integer(byteCount: Int) throws(BoxFault) -> UInt64 {
    guard byteCount <= rest.count else { throw .cut }
    defer { rest = rest.dropFirst(byteCount) }
    return rest.prefix(byteCount).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
