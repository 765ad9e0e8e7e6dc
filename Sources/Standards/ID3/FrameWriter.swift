struct FrameWriter {
  let major: UInt8
  let allUnsynchronised: Bool

  private let bits: FrameFlagBits

  init(major: UInt8, allUnsynchronised: Bool) {
    self.major = major
    self.allUnsynchronised = allUnsynchronised
    bits = FrameFlagBits(major: major)
  }

  func bytes(of frame: ID3Frame) throws(ID3Error) -> [UInt8] {
    let idLength = major == 2 ? 3 : 4
    guard frame.id.utf8.count == idLength, frame.id.utf8.allSatisfy(ID3Frame.isIDCharacter) else {
      throw ID3Error(
        .invalidFrameID,
        frameID: frame.id,
        "in version 2.\(major) an identifier has \(idLength) characters, each A to Z or 0 to 9"
      )
    }
    let flags = try flags(of: frame)
    var body = try ContentWriter(major: major, id: frame.id).body(of: frame.content)
    let length = body.count
    if allUnsynchronised || frame.flags.contains(.unsynchronised) {
      body = Unsynchronisation.encode(body)
    }
    body = try extraFields(of: frame, contentLength: length) + body

    let size = try sizeField(body.count, of: frame)
    var bytes = Array(frame.id.utf8) + size
    bytes.reserveCapacity(bytes.count + 2 + body.count)
    if major > 2 { bytes += BigEndianInteger.bytes(Int(flags), count: 2) }
    return bytes + body
  }

  private func flags(of frame: ID3Frame) throws(ID3Error) -> UInt16 {
    var flags: UInt16 = 0
    var known: ID3FrameFlags = []
    for (bit, flag) in bits.pairs where bit != 0 {
      known.insert(flag)
      if frame.flags.contains(flag) { flags |= bit }
    }
    guard frame.flags.isSubset(of: known) else { throw notInVersion(frame, "a flag") }
    if frame.groupID != nil {
      guard bits.group != 0 else { throw notInVersion(frame, "a group") }
      flags |= bits.group
    }
    guard case .transformed(let transformed) = frame.content else { return flags }

    guard bits.compression != 0 else { throw notInVersion(frame, "compression or encryption") }
    guard transformed.isCompressed || transformed.encryptionMethod != nil,
      !frame.flags.contains(.dataLengthIndicator)
    else {
      throw ID3Error(
        .inconsistentFrame,
        frameID: frame.id,
        "transformed content is compressed or encrypted, and carries its own length: "
          + "set `isCompressed` or `encryptionMethod`, and clear `dataLengthIndicator`"
      )
    }
    if transformed.isCompressed { flags |= bits.compression }
    if transformed.encryptionMethod != nil { flags |= bits.encryption }
    if major == 3, (transformed.originalLength != nil) != transformed.isCompressed {
      throw ID3Error(
        .inconsistentFrame,
        frameID: frame.id,
        "in version 2.3 a compressed frame needs an original length, and other frames have none"
      )
    }
    if transformed.originalLength != nil { flags |= bits.dataLength }
    return flags
  }

  private func extraFields(
    of frame: ID3Frame,
    contentLength: Int
  ) throws(ID3Error) -> [UInt8] {
    let group = frame.groupID.map { [$0] } ?? []
    var method: [UInt8] = []
    var length = frame.flags.contains(.dataLengthIndicator) ? contentLength : nil
    if case .transformed(let transformed) = frame.content {
      method = transformed.encryptionMethod.map { [$0] } ?? []
      length = transformed.originalLength
    }
    guard let length else { return major == 3 ? method + group : group + method }

    let maximum = major == 3 ? Int(UInt32.max) : SynchsafeInteger.maximum
    guard (0...maximum).contains(length) else {
      throw ID3Error(.tooLarge, frameID: frame.id, "the length is not in the range 0 to \(maximum)")
    }
    return major == 3
      ? BigEndianInteger.bytes(length, count: 4) + method + group
      : group + method + SynchsafeInteger.bytes(length)
  }

  private func sizeField(_ size: Int, of frame: ID3Frame) throws(ID3Error) -> [UInt8] {
    // The tag's own size field is synchsafe, so a frame cannot use the whole range of a 32-bit size.
    let maximum = major == 2 ? 0xff_ffff : SynchsafeInteger.maximum
    guard size <= maximum else {
      throw ID3Error(
        .tooLarge,
        frameID: frame.id,
        "the frame has \(size) bytes, but at most \(maximum) can be written"
      )
    }
    switch major {
    case 2: return BigEndianInteger.bytes(size, count: 3)
    case 3: return BigEndianInteger.bytes(size, count: 4)
    default: return SynchsafeInteger.bytes(size)
    }
  }

  private func notInVersion(_ frame: ID3Frame, _ what: String) -> ID3Error {
    ID3Error(
      .notInVersion,
      frameID: frame.id,
      "the frame has \(what) that version 2.\(major) does not have: "
        + "remove it or choose another version"
    )
  }
}
