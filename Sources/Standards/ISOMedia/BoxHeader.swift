/// The start of every box (ISO/IEC 14496-12, 4.2):
///
///     size(32) | type(32) | largesize(64), only where size is 1
///
/// The size counts the header; 0 represents everything to the end of the file.
package struct BoxHeader: Equatable {
  /// Bytes of a header without the large size.
  package static let minimumByteCount = 8
  /// Bytes of a header with the large size.
  package static let maximumByteCount = 16

  package let type: BoxType
  /// Bytes of the header: 8 or 16.
  package let byteCount: Int
  /// Bytes of the box after its header; nil: everything to the end.
  package let payloadSize: Int64?

  /// Reads the header that `bytes` start with; nil when they are too few.
  package init?(_ bytes: ArraySlice<UInt8>) throws(BoxFault) {
    guard bytes.count >= Self.minimumByteCount else { return nil }
    var fields = BoxFields(bytes)
    let size = try fields.uint32()
    type = BoxType(rawValue: try fields.uint32())
    guard type.isPlausible else { throw BoxFault("no box where one should start") }
    switch size {
    case 0:
      byteCount = Self.minimumByteCount
      payloadSize = nil
    case 1:
      guard bytes.count >= Self.maximumByteCount else { return nil }
      byteCount = Self.maximumByteCount
      let largeSize = try fields.uint64()
      guard largeSize >= UInt64(byteCount), let size = Int64(exactly: largeSize) else {
        throw BoxFault("box \(type) declares a size of \(largeSize)")
      }
      payloadSize = size - Int64(byteCount)
    default:
      byteCount = Self.minimumByteCount
      guard size >= byteCount else { throw BoxFault("box \(type) declares a size of \(size)") }
      payloadSize = Int64(size) - Int64(byteCount)
    }
  }

  /// Calls `body` with each box that `bytes` consist of.
  /// - Throws: what `body` throws, and where a box does not fit.
  package static func forEachBox(
    in bytes: ArraySlice<UInt8>,
    _ body: (BoxType, ArraySlice<UInt8>) throws(BoxFault) -> Void
  ) throws(BoxFault) {
    var rest = bytes
    while !rest.isEmpty {
      // Four zero bytes may end a list of boxes (QuickTime).
      if rest.count < minimumByteCount, rest.allSatisfy({ $0 == 0 }) { return }
      guard let header = try BoxHeader(rest) else { throw .cut }
      rest = rest.dropFirst(header.byteCount)
      let size = header.payloadSize ?? Int64(rest.count)
      guard size <= rest.count else {
        throw BoxFault("box \(header.type) declares \(size) bytes, \(rest.count) are left")
      }
      try body(header.type, rest.prefix(Int(size)))
      rest = rest.dropFirst(Int(size))
    }
  }
}
