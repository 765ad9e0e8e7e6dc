struct TagWriter {
  let tag: ID3Tag

  func bytes() throws(ID3Error) -> [UInt8] {
    try checkVersion()
    let major = tag.version.major
    guard (0...SynchsafeInteger.maximum).contains(tag.paddingCount) else {
      throw tooLarge(tag.paddingCount)
    }
    let writer = FrameWriter(
      major: major,
      allUnsynchronised: major == 4 && tag.isUnsynchronised
    )
    var frames: [UInt8] = []
    for frame in tag.frames {
      frames += try writer.bytes(of: frame)
      let count = frames.count + tag.paddingCount
      guard count <= SynchsafeInteger.maximum else { throw tooLarge(count) }
    }
    var body =
      try tag.extendedHeader?.encoded(
        major: major,
        frames: frames,
        paddingCount: tag.paddingCount
      )
      ?? []
    body += frames
    body += repeatElement(0, count: tag.paddingCount)
    if tag.isUnsynchronised, major < 4 { body = Unsynchronisation.encode(body) }
    guard body.count <= SynchsafeInteger.maximum else { throw tooLarge(body.count) }

    let header = ID3Header(version: tag.version, flags: flags, bodySize: body.count)
    let footer = tag.hasFooter ? header.encoded(identifier: "3DI") : []
    return header.encoded() + body + footer
  }

  private var flags: UInt8 {
    var flags: UInt8 = 0
    if tag.isUnsynchronised { flags |= ID3Header.Flag.unsynchronisation }
    if tag.extendedHeader != nil { flags |= ID3Header.Flag.extendedHeader }
    if tag.isExperimental { flags |= ID3Header.Flag.experimental }
    if tag.hasFooter { flags |= ID3Header.Flag.footer }
    return flags
  }

  private func checkVersion() throws(ID3Error) {
    guard (2...4).contains(tag.version.major), tag.version.revision != 0xff else {
      throw ID3Error(.unsupportedVersion, "version \(tag.version): choose 2.2, 2.3 or 2.4")
    }
    guard flags & ~ID3Header.Flag.defined(inMajor: tag.version.major) == 0,
      tag.version.major > 2 || tag.extendedHeader == nil
    else {
      throw ID3Error(
        .notInVersion,
        "extended header, experimental flag or footer that version \(tag.version) does not have: "
          + "remove it or choose another version"
      )
    }
  }

  private func tooLarge(_ count: Int) -> ID3Error {
    ID3Error(
      .tooLarge,
      "\(count) bytes are not within 0 to \(SynchsafeInteger.maximum): write less"
    )
  }
}
