/// The header of a box (ISO/IEC 14496-12, 4.2):
///
///     size(32) | type(32) | largesize(64), only where size is 1
///
/// The size includes the header; 0 means that the box extends to the end of the file.
package struct BoxHeader: Equatable {
  package static let minimumByteCount = 8
  package static let maximumByteCount = 16

  package let type: BoxType
  /// The size of the header in bytes: 8 or 16.
  package let byteCount: Int
  /// The number of bytes of the box after its header; nil if the box extends to the end of the file.
  package let payloadSize: Int64?

  /// Reads the header at the start of `bytes`; fails if the header is incomplete, and throws if it is not valid.
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
        throw BoxFault("box \(type) declares an invalid size of \(largeSize) bytes")
      }
      payloadSize = size - Int64(byteCount)
    default:
      byteCount = Self.minimumByteCount
      guard size >= byteCount else { throw BoxFault("box \(type) declares a size of \(size)") }
      payloadSize = Int64(size) - Int64(byteCount)
    }
  }

  /// Calls `body` with each of the consecutive boxes in `bytes`.
  /// - Throws: The errors of `body`, and a fault if a box is not valid or does not fit.
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
        throw BoxFault("box \(header.type) declares \(size) content bytes, \(rest.count) are left")
      }
      try body(header.type, rest.prefix(Int(size)))
      rest = rest.dropFirst(Int(size))
    }
  }
}

/// Reads and writes the bytes of boxes and their fields (ISO/IEC 14496-12, 4.2).
package enum BoxBytes {
  package static func box(_ type: BoxType, _ content: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(truncatingIfNeeded: content.count + BoxHeader.minimumByteCount))
      + bigEndian(type.rawValue) + content
  }

  package static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// The big-endian number in the `count` bytes from index `start`.
  package static func number(_ bytes: [UInt8], at start: Int, _ count: Int) -> UInt64 {
    bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The reason why a box cannot be read, in a few words.
package struct BoxFault: Error, Equatable {
  package var reason: String

  package init(_ reason: String) { self.reason = reason }

  package static let cut = BoxFault("is too short for its fields")
}

/// Reads the fields of a box in order. Integers are big-endian.
package struct BoxFields {
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

  /// A field with 64 bits in version 1 and later, and 32 bits in version 0.
  package mutating func integer(inVersion version: UInt8) throws(BoxFault) -> UInt64 {
    try version == 0 ? UInt64(uint32()) : uint64()
  }

  /// The version and the flags at the start of a full box (ISO/IEC 14496-12, 4.2).
  package mutating func versionAndFlags() throws(BoxFault) -> (version: UInt8, flags: UInt32) {
    let word = try uint32()
    return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
  }

  /// A string that ends with NUL. `name` is the field's name in the standard, for messages.
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

/// The type of a box: four bytes, usually letters (ISO/IEC 14496-12, 4.2).
package struct BoxType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(stringLiteral value: StaticString) {
    rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }

  /// Whether each byte is printable ASCII or the © with which some QuickTime types start.
  package var isPlausible: Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }

  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension BoxType {
  package static let fileType: BoxType = "ftyp"
  package static let segmentType: BoxType = "styp"
  package static let segmentIndex: BoxType = "sidx"
  package static let eventMessage: BoxType = "emsg"
  package static let mediaData: BoxType = "mdat"
  package static let movie: BoxType = "moov"
  package static let movieHeader: BoxType = "mvhd"
  package static let movieExtends: BoxType = "mvex"
  package static let trackExtends: BoxType = "trex"
  package static let track: BoxType = "trak"
  package static let trackHeader: BoxType = "tkhd"
  package static let edits: BoxType = "edts"
  package static let editList: BoxType = "elst"
  package static let media: BoxType = "mdia"
  package static let mediaHeader: BoxType = "mdhd"
  package static let handler: BoxType = "hdlr"
  package static let movieFragment: BoxType = "moof"
  package static let trackFragment: BoxType = "traf"
  package static let trackFragmentHeader: BoxType = "tfhd"
  package static let trackFragmentDecodeTime: BoxType = "tfdt"
  package static let trackRun: BoxType = "trun"
  package static let mediaInformation: BoxType = "minf"
  package static let sampleTable: BoxType = "stbl"
  package static let sampleDescription: BoxType = "stsd"
  package static let sampleSize: BoxType = "stsz"
  package static let eventTrackEntry: BoxType = "evte"
  package static let schemeList: BoxType = "silb"
  package static let eventInstance: BoxType = "emib"
  package static let noEvent: BoxType = "emeb"
}
