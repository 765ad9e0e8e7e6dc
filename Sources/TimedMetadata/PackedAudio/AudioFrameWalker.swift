import ID3
import NielsenTag

/// Walks audio frames from header to header, and the tags between them. Finds its way again where
/// something else is in between.
struct AudioFrameWalker {
  enum Step {
    /// A frame was passed.
    case frame(AudioFrameHeader)
    /// A whole tag.
    case tag([UInt8], offset: Int64)
    /// A tag whose declared end is after the end of the part; its bytes when a Nielsen payload is in
    /// them.
    case cutTag([UInt8]?, offset: Int64, StreamNote)
    case note(StreamNote)
    case endOfPart
  }

  /// Headers in a row that make a stream where one is due, and among other bytes.
  private static let (framesWhereDue, framesAmongJunk) = (2, 3)
  /// Places without audio that get a note each; one last note covers all others.
  private static let maximumJunkNotes = 64

  private let input: MediaInput
  /// The frame that ended where the next is due.
  private var latest: AudioFrameHeader?
  /// Where bytes began that are neither audio nor tags.
  private var junkStart: Int64?
  private var junkNotes = 0

  init(_ input: MediaInput) { self.input = input }

  /// A part begins: no frame continues from the part before.
  mutating func beginPart() { latest = nil }

  mutating func next() throws(TimedMetadataError) -> Step {
    while true {
      guard try input.fill(to: ID3Header.byteCount) || !input.bytes.isEmpty else {
        return endJunk() ?? .endOfPart
      }
      if let step = try frame() { return step }
      if let step = try tag() { return step }
      if junkStart == nil, try skipTrailer() { continue }
      junkStart = junkStart ?? input.offset
      latest = nil
      skipToCandidate()
    }
  }

  // MARK: - Frames

  private mutating func frame() throws(TimedMetadataError) -> Step? {
    guard let header = AudioFrameHeader(input.bytes, at: 0) else { return nil }
    if latest.map({ header.continues($0) }) != true {
      guard try isConfirmed() else { return nil }
    }
    if let note = endJunk() { return note }
    guard try input.fill(to: header.frameSize) else {
      let words = "the last frame has \(input.bytes.count) of \(header.frameSize) bytes"
      let note = StreamNote(id: .audioSync, offset: input.offset, detail: words)
      latest = nil
      input.use(input.bytes.count)
      return .note(note)
    }
    input.use(header.frameSize)
    latest = header
    return .frame(header)
  }

  /// Whether frames follow one another from the first byte in view.
  private func isConfirmed() throws(TimedMetadataError) -> Bool {
    let needed = junkStart == nil ? Self.framesWhereDue : Self.framesAmongJunk
    while true {
      switch AudioFrameChain.verdict(
        input.bytes,
        at: 0,
        isLast: input.isAtEnd,
        needed: needed
      ) {
      case .confirmed: return true
      case .refused: return false
      case .undecided: if try !input.readMore(), !input.isAtEnd { return false }
      }
    }
  }

  // MARK: - Tags

  private mutating func tag() throws(TimedMetadataError) -> Step? {
    guard let header = ID3Header(input.bytes.prefix(ID3Header.byteCount)) else { return nil }
    if junkStart != nil {
      guard try isTagAmongJunk(header) else { return nil }
      if let note = endJunk() { return note }
    }
    guard header.tagSize <= ChunkReader.maximumTagSize else { return try largeTag(header) }
    let offset = input.offset
    return try input.takeTag().map { .tag($0, offset: offset) } ?? cutTag(header)
  }

  /// Skips a tag without keeping it.
  private func largeTag(_ header: ID3Header) throws(TimedMetadataError) -> Step {
    let words = "tag declares \(header.tagSize) bytes, tags over \(ChunkReader.maximumTagSize)"
    let note = StreamNote(id: .tagTruncated, offset: input.offset, detail: words + " are not read")
    try input.skip(header.tagSize)
    return .note(note)
  }

  /// Whether a header among other bytes is more than three letters by chance: the tag is whole, and
  /// begins with a frame or is followed by something known.
  private func isTagAmongJunk(_ header: ID3Header) throws(TimedMetadataError) -> Bool {
    guard header.tagSize <= ChunkReader.maximumTagSize, try input.fill(to: header.tagSize) else {
      return false
    }
    if header.hasPlausibleFrame(input.bytes.dropFirst(ID3Header.byteCount)) { return true }
    try input.fill(to: header.tagSize + ID3Header.byteCount)
    let rest = UnsafeRawBufferPointer(rebasing: input.bytes.dropFirst(header.tagSize))
    return rest.isEmpty || AudioFrameHeader(rest, at: 0) != nil
      || ID3Header(rest.prefix(ID3Header.byteCount)) != nil
  }

  /// The rest of a tag that ends after the part: up to the next audio frame or tag.
  private mutating func cutTag(_ header: ID3Header) -> Step {
    let bytes = input.bytes
    let end =
      (ID3Header.byteCount..<max(ID3Header.byteCount, bytes.count)).first { position in
        Self.isCandidate(bytes[position])
          && (ID3Header(bytes.dropFirst(position).prefix(ID3Header.byteCount)) != nil
            || AudioFrameChain.verdict(
              bytes,
              at: position,
              isLast: true,
              needed: Self.framesAmongJunk
            ) == .confirmed)
      } ?? bytes.count
    let offset = input.offset
    let rest = Array(bytes.prefix(end))
    input.use(end)
    latest = nil
    let note =
      input.bytes.isEmpty
      ? StreamNote(
        id: .tagAtInputEnd,
        offset: offset,
        detail: TagSplitter.cutByInputEnd(end, of: header.tagSize)
      )
      : StreamNote(
        id: .tagTruncated,
        offset: offset,
        detail: "tag declares \(header.tagSize) bytes, \(end) arrived"
      )
    let isWorthKeeping = !NielsenPayload.occurrences(in: rest).isEmpty
    return .cutTag(isWorthKeeping ? rest : nil, offset: offset, note)
  }

  /// Skips an ID3v1 trailer, and an ID3v2 footer that its tag did not announce.
  private func skipTrailer() throws(TimedMetadataError) -> Bool {
    if input.bytes.starts(with: ID3v1.identifier) {
      try input.fill(to: ID3v1.byteCount)
      input.use(ID3v1.byteCount)
      return true
    }
    if input.bytes.starts(with: "3DI".utf8), input.bytes.count >= ID3Header.byteCount {
      input.use(ID3Header.byteCount)
      return true
    }
    return false
  }

  // MARK: - Other bytes

  /// Moves to the next byte at which audio or a tag may begin.
  private func skipToCandidate() {
    let bytes = input.bytes
    input.use(bytes.indices.dropFirst().first { Self.isCandidate(bytes[$0]) } ?? bytes.count)
  }

  private static func isCandidate(_ byte: UInt8) -> Bool {
    byte == 0xFF || byte == 0x0B || byte == UInt8(ascii: "I")
  }

  private mutating func endJunk() -> Step? {
    guard let start = junkStart else { return nil }
    junkStart = nil
    junkNotes += 1
    guard junkNotes <= Self.maximumJunkNotes else { return nil }
    let words =
      junkNotes == Self.maximumJunkNotes
      ? "many places without audio; further ones are not reported"
      : "\(input.offset - start) bytes are neither audio nor a tag"
    return .note(StreamNote(id: .audioSync, offset: start, detail: words))
  }
}

extension ID3Header {
  /// Whether `body` begins with a frame identifier and a size that fits.
  fileprivate func hasPlausibleFrame(_ body: Slice<UnsafeRawBufferPointer>) -> Bool {
    let length = version.major == 2 ? 3 : 4
    let (name, size) = (body.prefix(length), body.dropFirst(length).prefix(length))
    let isName = name.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    // Of plain and synchsafe sizes the synchsafe reading is never the larger one.
    let bytes = size.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return size.count == length && isName && bytes <= bodySize
  }
}
