/// The content of an extended header (ID3v2.3.0, section 3.2; ID3v2.4.0 structure, section 3.2).
///
/// ```
///  version 2.3:  size 4 (6 or 10) | flags 2 | padding 4 | CRC-32 4, if flagged
///  version 2.4:  size 4, all of it, synchsafe | 01 | flags 1 | for each flag: length 1, data
/// ```
public struct ID3ExtendedHeader: Sendable, Hashable {
  /// Whether the tag updates an earlier tag of the same stream (2.4).
  public var isUpdate: Bool
  /// Whether there is a CRC-32 of the frames (2.3), or of frames and padding (2.4).
  ///
  /// The checksum is computed when the tag is written, and checked when a complete tag is read; see
  /// ``ID3Issue/checksumMismatch``.
  public var hasChecksum: Bool
  /// The restrictions with which the tag complies, as the standard encodes them (2.4); nil if none are declared.
  public var restrictions: UInt8?

  /// Creates an extended header. By default it has no fields.
  public init(isUpdate: Bool = false, hasChecksum: Bool = false, restrictions: UInt8? = nil) {
    self.isUpdate = isUpdate
    self.hasChecksum = hasChecksum
    self.restrictions = restrictions
  }
}

extension ID3ExtendedHeader {
  enum Flag {
    static let checksum23: UInt8 = 0x80
    static let update: UInt8 = 0x40
    static let checksum: UInt8 = 0x20
    static let restrictions: UInt8 = 0x10
  }

  /// The size in bytes of a checksum in version 2.4: 32 bits as a synchsafe integer.
  static let checksumLength24 = 5

  /// The bytes of the extended header, including its size field. `frames` has the bytes of the frames before the whole
  /// tag is unsynchronised. Throws for version 2.3 if the header has a field that only version 2.4 has.
  func encoded(major: UInt8, frames: [UInt8], paddingCount: Int) throws(ID3Error) -> [UInt8] {
    guard major == 4 else {
      guard !isUpdate, restrictions == nil else {
        throw ID3Error(
          .notInVersion,
          "the update flag and restrictions need version 2.4: remove them or change the version"
        )
      }
      let checksum = hasChecksum ? Self.plain(ExtendedHeaderChecksum.checksum(frames)) : []
      return BigEndianInteger.bytes(6 + checksum.count, count: 4)
        + [hasChecksum ? Flag.checksum23 : 0, 0]
        + BigEndianInteger.bytes(paddingCount, count: 4)
        + checksum
    }
    var flags: UInt8 = 0
    var data: [UInt8] = []
    if isUpdate {
      flags |= Flag.update
      data.append(0)
    }
    if hasChecksum {
      flags |= Flag.checksum
      let checksum = ExtendedHeaderChecksum.checksum(
        frames + Array(repeating: 0, count: paddingCount)
      )
      data.append(UInt8(Self.checksumLength24))
      data += (0..<Self.checksumLength24).reversed().map {
        UInt8(truncatingIfNeeded: checksum >> (UInt32($0) * 7)) & 0x7f
      }
    }
    if let restrictions {
      flags |= Flag.restrictions
      data += [1, restrictions]
    }
    return SynchsafeInteger.bytes(6 + data.count) + [1, flags] + data
  }

  private static func plain(_ checksum: UInt32) -> [UInt8] {
    BigEndianInteger.bytes(Int(checksum), count: 4)
  }
}

struct ExtendedHeaderReader {
  struct Result {
    var header: ID3ExtendedHeader
    /// The size of the padding in bytes (2.3).
    var paddingCount: Int?
    var checksum: UInt32?
    var end: Int
  }

  let major: UInt8
  private(set) var issues: [ID3Issue] = []

  /// Reads the extended header. Returns nil if the header is missing or its end is unknown.
  mutating func read(_ body: ArraySlice<UInt8>) -> Result? {
    // If the first four bytes could be a frame identifier, the extended header is missing although its flag is set.
    let field = body.prefix(4)
    if field.count == 4, field.allSatisfy(ID3Frame.isIDCharacter) {
      issues.note(.missingExtendedHeader)
      return nil
    }
    let result = major == 3 ? version23(body) : version24(body)
    if result == nil { issues.note(.malformedExtendedHeader) }
    return result
  }

  /// Reads the header of version 2.3. Its size, 6 or 10, does not include the size field.
  private mutating func version23(_ body: ArraySlice<UInt8>) -> Result? {
    guard body.count >= 10 else { return nil }
    let start = body.startIndex
    let size = BigEndianInteger.value(body[start..<(start + 4)])
    guard size >= 6, size <= body.count - 4 else { return nil }

    let flags = body[start + 4]
    var result = Result(
      header: ID3ExtendedHeader(),
      paddingCount: BigEndianInteger.value(body[(start + 6)..<(start + 10)]),
      end: start + 4 + size
    )
    let wantsChecksum = flags & ID3ExtendedHeader.Flag.checksum23 != 0
    if wantsChecksum, size >= 10 {
      result.header.hasChecksum = true
      result.checksum = UInt32(BigEndianInteger.value(body[(start + 10)..<(start + 14)]))
    }
    if flags & ~ID3ExtendedHeader.Flag.checksum23 != 0 || body[start + 5] != 0 {
      issues.note(.unknownFlags)
    }
    if size != (wantsChecksum ? 10 : 6) { issues.note(.malformedExtendedHeader) }
    return result
  }

  /// Reads the header of version 2.4, whose size includes the size field. Each flag that is set has a length byte and
  /// data.
  private mutating func version24(_ body: ArraySlice<UInt8>) -> Result? {
    guard body.count >= 6, let size = SynchsafeInteger.value(body.prefix(4)), size >= 6,
      size <= body.count
    else { return nil }
    let end = body.startIndex + size
    var result = Result(header: ID3ExtendedHeader(), end: end)
    let flagByteCount = Int(body[body.startIndex + 4])
    if flagByteCount != 1 { issues.note(.malformedExtendedHeader) }
    guard flagByteCount >= 1, flagByteCount <= size - 5 else { return result }

    let flags = body[body.startIndex + 5]
    var fields = body[(body.startIndex + 5 + flagByteCount)..<end]
    for bit in (0..<8).reversed().map({ UInt8(1) << $0 }) where flags & bit != 0 {
      guard let length = fields.popFirst().map(Int.init), length <= fields.count else {
        issues.note(.malformedExtendedHeader)
        return result
      }
      take(fields.prefix(length), for: bit, into: &result)
      fields = fields.dropFirst(length)
    }
    if !fields.isEmpty { issues.note(.malformedExtendedHeader) }
    return result
  }

  private mutating func take(
    _ field: ArraySlice<UInt8>,
    for bit: UInt8,
    into result: inout Result
  ) {
    switch (bit, field.count) {
    case (ID3ExtendedHeader.Flag.update, 0): result.header.isUpdate = true
    case (ID3ExtendedHeader.Flag.restrictions, 1): result.header.restrictions = field.first
    case (ID3ExtendedHeader.Flag.checksum, ID3ExtendedHeader.checksumLength24):
      guard let value = SynchsafeInteger.value(field),
        let checksum = UInt32(exactly: value)
      else { return issues.note(.malformedExtendedHeader) }
      result.header.hasChecksum = true
      result.checksum = checksum
    case (ID3ExtendedHeader.Flag.update, _), (ID3ExtendedHeader.Flag.restrictions, _),
      (ID3ExtendedHeader.Flag.checksum, _):
      issues.note(.malformedExtendedHeader)
    default: issues.note(.unknownFlags)
    }
  }
}

/// The checksum of an extended header: CRC-32 of ISO 3309, reflected, as in zlib.
enum ExtendedHeaderChecksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320
    }
  }

  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in
      value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
    }
  }
}
