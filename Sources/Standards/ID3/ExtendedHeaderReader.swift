/// Reads the extended header at the front of a tag's body.
struct ExtendedHeaderReader {
  struct Result {
    var header: ID3ExtendedHeader
    /// Version 2.3: the size of the padding.
    var paddingCount: Int?
    /// The checksum as stored.
    var checksum: UInt32?
    /// Where the frames start.
    var end: Int
  }

  /// Major version of the tag: 3 or 4.
  let major: UInt8
  /// Faults met so far.
  private(set) var issues: [ID3Issue] = []

  /// Reads the extended header; nil when there is none, or its end is unknown.
  mutating func read(_ body: ArraySlice<UInt8>) -> Result? {
    // Some encoders set the flag and continue with the frames: an identifier is not a size.
    let field = body.prefix(4)
    if field.count == 4, field.allSatisfy(ID3Frame.isIDCharacter) {
      issues.note(.missingExtendedHeader)
      return nil
    }
    let result = major == 3 ? version23(body) : version24(body)
    if result == nil { issues.note(.malformedExtendedHeader) }
    return result
  }

  /// Size 6 or 10, without the size field itself.
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

  /// Size of all of it; then, for every flag in turn, a length and as many bytes.
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
