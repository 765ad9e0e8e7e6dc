/// Finds the frames of a tag by their headers, without decoding the frames.
struct FrameWalker {
  enum SizeForm {
    /// Seven bits per byte, as in version 2.4.
    case synchsafe
    /// Eight bits per byte, as in versions 2.2 and 2.3 and in the 2.4 tags of faulty encoders.
    case plain
  }

  enum Step {
    case frame(Span)
    /// A frame that extends past the end of the bytes.
    case truncated(Span)
    /// The rest is padding: the given number of zero bytes.
    case padding(Int)
    /// The rest, after `padding` zero bytes, is neither a frame nor padding.
    case garbage(padding: Int)
  }

  struct Span {
    var start: Int
    /// The range of the body as stored, at most up to the end of the bytes.
    var body: Range<Int>
    /// The two flag bytes; 0 in version 2.2.
    var flags: UInt16
  }

  let major: UInt8
  let sizeForm: SizeForm
  /// The frames and any bytes after them, up to the end of the tag or of the available bytes.
  let bytes: ArraySlice<UInt8>
  /// The declared end of the tag's body: `bytes.endIndex`, or a larger index if bytes are missing.
  let declaredEnd: Int
  private(set) var position: Int

  init(major: UInt8, sizeForm: SizeForm, bytes: ArraySlice<UInt8>, declaredEnd: Int) {
    self.major = major
    self.sizeForm = sizeForm
    self.bytes = bytes
    self.declaredEnd = declaredEnd
    position = bytes.startIndex
  }

  /// The length of a frame identifier in bytes, which is also the length of the frame's size field.
  private var idLength: Int { major == 2 ? 3 : 4 }
  private var headerLength: Int { major == 2 ? 6 : 10 }

  /// The next step. Any step other than `frame` is the last.
  mutating func next() -> Step {
    let rest = bytes.endIndex - position
    guard rest > 0 else { return .padding(0) }
    guard bytes[position] != 0 else { return padding() }
    guard rest >= headerLength else {
      guard bytes.endIndex < declaredEnd else { return .garbage(padding: 0) }
      return .truncated(
        Span(start: position, body: bytes.endIndex..<bytes.endIndex, flags: 0)
      )
    }
    let sizeStart = position + idLength
    guard bytes[position..<sizeStart].allSatisfy(ID3Frame.isIDCharacter),
      let size = size(bytes[sizeStart..<(sizeStart + idLength)])
    else { return .garbage(padding: 0) }

    let bodyStart = position + headerLength
    var span = Span(start: position, body: bodyStart..<bytes.endIndex, flags: 0)
    if major > 2 {
      span.flags = UInt16(bytes[bodyStart - 2]) << 8 | UInt16(bytes[bodyStart - 1])
    }
    guard size <= bytes.endIndex - bodyStart else { return .truncated(span) }
    span.body = bodyStart..<(bodyStart + size)
    position = span.body.upperBound
    return .frame(span)
  }

  /// Whether frames and padding fill the available part of the tag exactly.
  mutating func isClean() -> Bool {
    while true {
      switch next() {
      case .frame: continue
      case .padding: return true
      case .garbage: return false
      case .truncated(let span):
        // A frame that is cut by the end of the bytes may still fit into the declared size.
        let sizeStart = span.start + idLength
        guard bytes.endIndex - span.start >= headerLength else { return true }
        guard let size = size(bytes[sizeStart..<(sizeStart + idLength)]) else { return false }
        return size <= declaredEnd - span.body.lowerBound
      }
    }
  }

  /// Detects how the frame sizes of a tag are encoded.
  ///
  /// The sizes of version 2.4 are synchsafe, but some encoders write plain sizes. Plain sizes are assumed only if the
  /// frames fill the tag exactly with plain sizes, but not with synchsafe sizes.
  static func sizeForm(
    major: UInt8,
    bytes: ArraySlice<UInt8>,
    declaredEnd: Int
  ) -> SizeForm {
    guard major == 4 else { return .plain }
    func isClean(_ sizeForm: SizeForm) -> Bool {
      var walker = FrameWalker(
        major: major,
        sizeForm: sizeForm,
        bytes: bytes,
        declaredEnd: declaredEnd
      )
      return walker.isClean()
    }
    return !isClean(.synchsafe) && isClean(.plain) ? .plain : .synchsafe
  }

  private func size(_ field: ArraySlice<UInt8>) -> Int? {
    switch sizeForm {
    case .synchsafe: SynchsafeInteger.value(field)
    case .plain: BigEndianInteger.value(field)
    }
  }

  private func padding() -> Step {
    let rest = bytes[position...]
    guard let end = rest.firstIndex(where: { $0 != 0 }) else { return .padding(rest.count) }
    return .garbage(padding: end - position)
  }
}

extension ID3Frame {
  static func isIDCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
