/// Everything that goes into a Nielsen tag, for writing one.
public struct TagContent: Sendable, Equatable {
  /// The CID of the Program Content.
  public var pcCID: ContentID
  /// The CID of the Final Distributor.
  public var fdCID: ContentID
  /// The sequence number, written in the order of `WatermarkBlob.sequenceByteOrder`.
  public var sequence: UInt16
  /// The type in the tag: 1 INFO, 2 DATA.
  public var typeByte: UInt8
  /// The seven encrypted blocks: 112 bytes.
  public var blocks: [UInt8]
  /// When the tag's content began to be collected, in Unix seconds.
  public var firstTagTime: UInt32
  /// When the tag was released, in Unix seconds.
  public var lastTagTime: UInt32
  /// Seconds since the day-start of the Program Content, 0 to 99 999.
  public var pcOffset: Int
  /// Seconds since the day-start of the Final Distributor, 0 to 99 999.
  public var fdOffset: Int
  /// The break-out code, 0 to 99.
  public var breakout: Int

  /// Content with the given parts.
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

  /// The 125 bytes of the blob, with their checksum.
  ///
  /// - Throws: `NielsenTagError` with code `blocks` when there are not 112 bytes of blocks.
  public func blob() throws(NielsenTagError) -> [UInt8] {
    let blockBytes = WatermarkBlob.blockCount * WatermarkBlob.blockSize
    guard blocks.count == blockBytes else {
      throw NielsenTagError(
        code: .blocks,
        description: "\(blocks.count) bytes of blocks: give \(blockBytes)"
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
  /// - Throws: `NielsenTagError` when a part does not fit its field.
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
  /// - Throws: `NielsenTagError` when a part does not fit its field.
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
        description: "\(field) \(number): give a number that \(field.count) digits can hold"
      )
    }
    return Array(repeating: UInt8(ascii: "0"), count: field.count - digits.count) + digits
  }
}
