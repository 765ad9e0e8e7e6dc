/// Reads one tag from bytes that start with its header.
@usableFromInline
struct TagReader {
  let header: ID3Header
  /// The tag, or the part of it that is available.
  let bytes: [UInt8]

  @usableFromInline
  init(header: ID3Header, bytes: [UInt8]) { (self.header, self.bytes) = (header, bytes) }

  @usableFromInline
  func tag() throws(ID3Error) -> ID3Tag {
    let major = header.version.major
    if major == 2, header.flags & ID3Header.Flag.compression22 != 0 {
      throw ID3Error(
        .compressedTag,
        "the tag is compressed by an unspecified method and cannot be read"
      )
    }
    var tag = emptyTag()
    if header.flags & ~ID3Header.Flag.defined(inMajor: major) != 0 {
      tag.issues.note(.unknownFlags)
    }
    let missing = header.tagSize - bytes.count
    if missing > 0 { tag.issues.note(.truncatedTag) }

    var region = bytes[ID3Header.byteCount...].prefix(header.bodySize)
    if tag.isUnsynchronised, major < 4 { region = Unsynchronisation.decode(region)[...] }
    readBody(region, missing: missing, into: &tag)

    if header.hasFooter {
      if tag.paddingCount > 0 { tag.issues.note(.paddingBeforeFooter) }
      let footer = bytes.dropFirst(ID3Header.byteCount + header.bodySize)
      if missing <= 0, !footer.elementsEqual(header.encoded(identifier: "3DI")) {
        tag.issues.note(.malformedFooter)
      }
    }
    return tag
  }

  private func emptyTag() -> ID3Tag {
    let flags = header.flags & ID3Header.Flag.defined(inMajor: header.version.major)
    return ID3Tag(
      version: header.version,
      isUnsynchronised: flags & ID3Header.Flag.unsynchronisation != 0,
      isExperimental: flags & ID3Header.Flag.experimental != 0,
      frames: [],
      hasFooter: header.hasFooter
    )
  }

  private func readBody(_ region: ArraySlice<UInt8>, missing: Int, into tag: inout ID3Tag) {
    let major = header.version.major
    var frameBytes = region
    var extended: ExtendedHeaderReader.Result?
    if major > 2, header.flags & ID3Header.Flag.extendedHeader != 0 {
      var reader = ExtendedHeaderReader(major: major)
      extended = reader.read(region)
      for issue in reader.issues { tag.issues.note(issue) }
      // Without the end of the extended header it is unknown where the frames start.
      if reader.issues.contains(.malformedExtendedHeader), extended == nil { return }
    }
    if let extended {
      tag.extendedHeader = extended.header
      frameBytes = region[extended.end...]
    }
    readFrames(frameBytes, declaredEnd: region.endIndex + max(missing, 0), into: &tag)

    guard let extended, missing <= 0 else { return }
    check(extended, frameBytes: frameBytes, of: &tag)
  }

  private func readFrames(
    _ frameBytes: ArraySlice<UInt8>,
    declaredEnd: Int,
    into tag: inout ID3Tag
  ) {
    let major = header.version.major
    let sizeForm = FrameWalker.sizeForm(
      major: major,
      bytes: frameBytes,
      declaredEnd: declaredEnd
    )
    if major == 4, sizeForm == .plain { tag.issues.note(.plainFrameSizes) }

    var walker = FrameWalker(
      major: major,
      sizeForm: sizeForm,
      bytes: frameBytes,
      declaredEnd: declaredEnd
    )
    var reader = FrameReader(
      major: major,
      allUnsynchronised: major == 4 && tag.isUnsynchronised
    )
    var last = walker.next()
    while case .frame(let span) = last {
      tag.frames.append(reader.frame(at: span, in: frameBytes))
      last = walker.next()
    }
    for issue in reader.issues { tag.issues.note(issue) }

    switch last {
    case .frame: break
    case .padding(let count): tag.paddingCount = count
    case .garbage(let padding):
      tag.paddingCount = padding
      tag.issues.note(.trailingGarbage)
    case .truncated(let span):
      tag.issues.note(.truncatedFrame)
      if !span.body.isEmpty { tag.truncatedFrame = reader.frame(at: span, in: frameBytes) }
    }
  }

  /// Compares the padding and the checksum that the extended header declares with those of the tag.
  private func check(
    _ extended: ExtendedHeaderReader.Result,
    frameBytes: ArraySlice<UInt8>,
    of tag: inout ID3Tag
  ) {
    if let paddingCount = extended.paddingCount, paddingCount != tag.paddingCount {
      tag.issues.note(.malformedExtendedHeader)
    }
    guard let checksum = extended.checksum else { return }
    // In version 2.3 the checksum does not cover the padding.
    let covered = header.version.major == 3 ? frameBytes.dropLast(tag.paddingCount) : frameBytes
    if ExtendedHeaderChecksum.checksum(covered) != checksum { tag.issues.note(.checksumMismatch) }
  }
}
