struct FrameReader {
  let major: UInt8
  /// Whether the header of a 2.4 tag declares all frames unsynchronised.
  let allUnsynchronised: Bool
  private(set) var issues: [ID3Issue] = []

  private let bits: FrameFlagBits

  init(major: UInt8, allUnsynchronised: Bool) {
    self.major = major
    self.allUnsynchronised = allUnsynchronised
    bits = FrameFlagBits(major: major)
  }

  mutating func frame(at span: FrameWalker.Span, in bytes: ArraySlice<UInt8>) -> ID3Frame {
    let idLength = major == 2 ? 3 : 4
    let id = String(decoding: bytes[span.start..<(span.start + idLength)], as: UTF8.self)
    let stored = bytes[span.body]
    // Nearly all frames have no flags and therefore no fields before the body.
    if span.flags == 0, !allUnsynchronised {
      return ID3Frame(id: id, content: content(of: id, stored))
    }
    if span.flags & ~bits.defined != 0 { issues.note(.unknownFlags) }
    if let frame = flaggedFrame(id: id, flags: span.flags, stored: stored) { return frame }
    // A body that is too short for the fields that its flags announce is read as if the flags were not set.
    issues.note(.malformedFrame)
    let body = allUnsynchronised ? Unsynchronisation.decode(stored)[...] : stored
    return ID3Frame(id: id, content: content(of: id, body))
  }

  private mutating func flaggedFrame(
    id: String,
    flags: UInt16,
    stored: ArraySlice<UInt8>
  ) -> ID3Frame? {
    var frame = ID3Frame(id: id, content: .data([]))
    for (bit, flag) in bits.pairs where flags & bit != 0 { frame.flags.insert(flag) }
    guard let extra = extraFields(flags: flags, stored: stored) else { return nil }
    frame.groupID = extra.groupID

    var body = extra.body
    if allUnsynchronised || frame.flags.contains(.unsynchronised) {
      body = Unsynchronisation.decode(body)[...]
    }
    if flags & (bits.compression | bits.encryption) != 0 {
      frame.flags.remove(.dataLengthIndicator)
      frame.content = .transformed(
        ID3TransformedData(
          isCompressed: flags & bits.compression != 0,
          encryptionMethod: extra.encryptionMethod,
          originalLength: extra.length,
          bytes: Array(body)
        )
      )
    } else {
      if let length = extra.length, length != body.count { issues.note(.dataLengthMismatch) }
      frame.content = content(of: id, body)
    }
    return frame
  }

  private struct ExtraFields {
    var groupID: UInt8?
    var encryptionMethod: UInt8?
    var length: Int?
    var body: ArraySlice<UInt8>
  }

  /// Reads the fields that the flags add before the body. Returns nil if there are too few bytes. In version 2.4 these
  /// fields are never unsynchronised, because they belong to the header.
  private mutating func extraFields(flags: UInt16, stored: ArraySlice<UInt8>) -> ExtraFields? {
    var extra = ExtraFields(body: stored)
    // Returns the bytes of a field: none if its flag is not set, nil if fewer than `count` bytes are left.
    func field(_ count: Int, if bit: UInt16) -> ArraySlice<UInt8>? {
      guard flags & bit != 0 else { return [] }
      guard extra.body.count >= count else { return nil }
      defer { extra.body = extra.body.dropFirst(count) }
      return extra.body.prefix(count)
    }
    // Version 2.3: length, method, group. Version 2.4: group, method, length.
    if major == 3 {
      guard let length = field(4, if: bits.compression), let method = field(1, if: bits.encryption),
        let group = field(1, if: bits.group)
      else { return nil }
      extra.groupID = group.first
      extra.encryptionMethod = method.first
      if !length.isEmpty { extra.length = BigEndianInteger.value(length) }
      return extra
    }
    guard let group = field(1, if: bits.group), let method = field(1, if: bits.encryption),
      let length = field(4, if: bits.dataLength)
    else { return nil }
    extra.groupID = group.first
    extra.encryptionMethod = method.first
    guard !length.isEmpty else { return extra }
    if let value = SynchsafeInteger.value(length) {
      extra.length = value
    } else {
      issues.note(.dataLengthMismatch)
      extra.length = BigEndianInteger.value(length) & SynchsafeInteger.maximum
    }
    return extra
  }

  private mutating func content(of id: String, _ body: ArraySlice<UInt8>) -> ID3Frame.Content {
    var reader = ContentReader(major: major)
    defer { for issue in reader.issues { issues.note(issue) } }
    return reader.content(of: id, body: body)
  }
}

/// Unsynchronisation keeps MPEG decoders from finding a frame sync inside a tag: a zero byte is inserted between 0xff
/// and a byte that could complete the sync (ID3v2.4.0 structure, section 6.1).
enum Unsynchronisation {
  /// Inserts zero bytes so that 0xff is never last, and never followed by 0xe0 to 0xff. A zero after 0xff would be
  /// removed in decoding, so another zero is inserted before it.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + 16)
    var afterFF = false
    for byte in bytes {
      if afterFF, byte == 0 || byte >= 0xe0 { encoded.append(0) }
      encoded.append(byte)
      afterFF = byte == 0xff
    }
    if afterFF { encoded.append(0) }
    return encoded
  }

  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var afterFF = false
    for byte in bytes {
      if afterFF, byte == 0 {
        afterFF = false
        continue
      }
      decoded.append(byte)
      afterFF = byte == 0xff
    }
    return decoded
  }
}
