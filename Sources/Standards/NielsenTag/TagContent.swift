/// The values to write into a Nielsen tag.
public struct TagContent: Sendable, Equatable {
  /// The CID of the Program Content.
  public var pcCID: ContentID
  /// The CID of the Final Distributor.
  public var fdCID: ContentID
  /// The sequence number, written in the byte order `WatermarkBlob.sequenceByteOrder`.
  public var sequence: UInt16
  /// The type in the tag: 1 for INFO, 2 for DATA.
  public var typeByte: UInt8
  /// The seven encrypted blocks: 112 bytes.
  public var blocks: [UInt8]
  /// When collection of the tag's content began, in Unix seconds.
  public var firstTagTime: UInt32
  /// When the tag was released, in Unix seconds.
  public var lastTagTime: UInt32
  /// The Program Content's offset: seconds since the start of its broadcast day (03:00 on the encoder's clock), 0 to
  /// 99,999.
  public var pcOffset: Int
  /// The Final Distributor's offset: seconds since the start of its broadcast day (03:00 on the encoder's clock), 0 to
  /// 99,999.
  public var fdOffset: Int
  /// The break-out code, 0 to 99.
  public var breakout: Int

  /// Creates content from the values of its fields.
  public init(
    pcCID: ContentID,
    fdCID: ContentID,
    sequence: UInt16,
    kind: NielsenPayload.Kind,
    blocks: [UInt8],
    firstTagTime: UInt32,
    lastTagTime: UInt32,
    pcOffset: Int,
    fdOffset: Int,
    breakout: Int = 0
  ) {
    self.pcCID = pcCID
    self.fdCID = fdCID
    self.sequence = sequence
    typeByte =
      kind == .info ? NielsenPayload.TagType.info : NielsenPayload.TagType.data
    self.blocks = blocks
    self.firstTagTime = firstTagTime
    self.lastTagTime = lastTagTime
    self.pcOffset = pcOffset
    self.fdOffset = fdOffset
    self.breakout = breakout
  }

  /// The 125 bytes of the blob, including its checksum.
  ///
  /// - Throws: `NielsenTagError` with code `blocks` unless `blocks` has 112 bytes.
  public func blob() throws(NielsenTagError) -> [UInt8] {
    let blockBytes = WatermarkBlob.blockCount * WatermarkBlob.blockSize
    guard blocks.count == blockBytes else {
      throw NielsenTagError(
        code: .blocks,
        description: "the blocks have \(blocks.count) bytes: give \(blockBytes) bytes"
      )
    }
    let (low, high) = (UInt8(truncatingIfNeeded: sequence), UInt8(sequence >> 8))
    var bytes =
      switch WatermarkBlob.sequenceByteOrder {
      case .littleEndian: [low, high]
      case .bigEndian: [high, low]
      }
    bytes.append(typeByte)
    bytes += blocks
    bytes += Self.bigEndian(firstTagTime) + Self.bigEndian(lastTagTime)
    bytes += Self.bigEndian(UInt32(WatermarkBlob.checksum(of: bytes))).suffix(2)
    return bytes
  }

  /// The 249 characters of the payload.
  ///
  /// - Throws: `NielsenTagError` if a value does not fit its field.
  public func payload() throws(NielsenTagError) -> [UInt8] {
    let blob = try blob()
    let fields = [
      Base64URL.encode(pcCID.bytes), Base64URL.encode(fdCID.bytes), Base64URL.encode(blob),
      try Self.digits(pcOffset, in: .pcOffset, else: .offset),
      try Self.digits(fdOffset, in: .fdOffset, else: .offset),
      try Self.digits(breakout, in: .breakout, else: .breakout),
    ]
    return Array(NielsenPayload.ownerPrefix.utf8)
      + Array(fields.joined(separator: [UInt8(ascii: "/")]))
  }

  /// The 271 bytes of the tag.
  ///
  /// - Throws: `NielsenTagError` if a value does not fit its field.
  public func tag() throws(NielsenTagError) -> [UInt8] {
    TagEnvelope.header + (try payload()) + TagEnvelope.trailer
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func digits(
    _ number: Int,
    in field: PayloadField,
    else code: NielsenTagError.Code
  ) throws(NielsenTagError) -> [UInt8] {
    let digits = Array(String(number).utf8)
    guard number >= 0, digits.count <= field.count else {
      throw NielsenTagError(
        code: code,
        description: "\(field) \(number): give at most \(field.count) digits, without a sign"
      )
    }
    return Array(repeating: UInt8(ascii: "0"), count: field.count - digits.count) + digits
  }
}

/// The 22 bytes around a payload that make it a Nielsen tag of 271 bytes.
///
/// ```
///  offset 0        3       5    6             10          14            18      20                                   269   270
///         +--------+-------+----+-------------+-----------+-------------+-------+------------------------------------+-----+-----+
///         | I D 3  | 04 00 | 20 | 00 00 02 05 |  P R I V  | 00 00 01 7B | 00 00 |  owner identifier, 249 characters  |  00 |  41 |
///         +--------+-------+----+-------------+-----------+-------------+-------+------------------------------------+-----+-----+
///          file id   2.4.0   fl     size 261     frame id     size 251    flags       "www.nielsen.com/ ... /00"       NUL   "A"
///         |<-------- tag header: 10 --------->|<------ frame header: 10 ------->|<-------------- frame body: 251 --------------->|
/// ```
///
/// The flag is "experimental" (ID3v2.4.0 structure, section 3.1). Sizes are synchsafe. The one byte of private data
/// (ID3v2.4.0 frames, section 4.27) has no meaning.
public enum TagEnvelope {
  /// The size of a tag in bytes.
  public static let tagByteCount = 271

  /// The ten bytes of the tag header, then the ten bytes of the frame header.
  public static let header: [UInt8] = [
    0x49, 0x44, 0x33, 0x04, 0x00, 0x20, 0x00, 0x00, 0x02, 0x05,
    0x50, 0x52, 0x49, 0x56, 0x00, 0x00, 0x01, 0x7b, 0x00, 0x00,
  ]

  /// The three bytes that every ID3v2 tag starts with: `ID3`.
  public static var fileID: ArraySlice<UInt8> { header.prefix(3) }

  /// The NUL that ends the owner identifier and the byte of private data.
  public static let trailer: [UInt8] = [0x00, 0x41]

  /// The tag with the given payload; nil unless the payload has 249 bytes.
  public static func tag(payload: some Collection<UInt8>) -> [UInt8]? {
    guard payload.count == NielsenPayload.byteCount else { return nil }
    return header + payload + trailer
  }
}

/// The reason why a tag could not be made.
public struct NielsenTagError: Error, Equatable, CustomStringConvertible {
  /// The kind of failure. New codes may be added.
  public enum Code: Sendable {
    /// An offset does not fit into five digits.
    case offset
    /// A break-out code does not fit into two digits.
    case breakout
    /// The number of block bytes is not 112.
    case blocks
  }

  /// The kind of failure.
  public let code: Code
  /// A message with the wrong value and the values that are valid.
  public let description: String
}
