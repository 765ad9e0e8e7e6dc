import Formats
import ID3
import NielsenTag
import TransportStream

/// Walks audio frames from header to header, and the tags between them. Finds its way again where
/// something else is in between. A step that needs more bytes than have come is begun again with more.
struct AudioFrameWalker {
  enum Step {
    /// A frame was passed.
    case frame(AudioFrameHeader)
    /// A whole tag.
    case tag([UInt8], StreamPosition)
    /// A tag whose declared end is after the end of the segment; its bytes when a Nielsen payload is in
    /// them.
    case cutTag([UInt8]?, StreamPosition, StreamNote)
    case note(StreamNote, StreamPosition)
    case endOfSegment
  }

  /// Headers in a row that make a stream where one is due, and among other bytes.
  private static let (framesWhereDue, framesAmongJunk) = (2, 3)
  /// Places without audio that get a note each; one last note covers all others.
  private static let maximumJunkNotes = 64

  let input = HeldBytes()
  /// The frame that ended where the next is due.
  private var latest: AudioFrameHeader?
  /// Where bytes began that are neither audio nor tags.
  private var junkStart: StreamPosition?
  private var junkNotes = 0

  /// A segment begins: no frame continues from the segment before.
  mutating func begin(_ segment: SegmentStart) {
    input.begin(segment)
    if !segment.isPart { latest = nil }
  }

  mutating func next() throws(NeedsMoreBytes) -> Step {
    while true {
      if input.passing > 0, !input.isAtEnd { throw NeedsMoreBytes() }
      guard try input.need(ID3Header.byteCount) || !input.bytes.isEmpty else {
        return endJunk() ?? .endOfSegment
      }
      if let step = try frame() { return step }
      if let step = try tag() { return step }
      if junkStart == nil, try skipTrailer() { continue }
      junkStart = junkStart ?? input.position
      latest = nil
      skipToCandidate()
    }
  }

  // MARK: - Frames

  private mutating func frame() throws(NeedsMoreBytes) -> Step? {
    guard let header = AudioFrameHeader(input.bytes, at: 0) else { return nil }
    if latest.map({ header.continues($0) }) != true {
      guard try isConfirmed() else { return nil }
    }
    if let note = endJunk() { return note }
    guard try input.need(header.frameSize) else {
      let words = "the last frame has \(input.bytes.count) of \(header.frameSize) bytes"
      latest = nil
      defer { input.use(input.bytes.count) }
      return .note(StreamNote(id: .audioSync, detail: words), input.position)
    }
    input.use(header.frameSize)
    latest = header
    return .frame(header)
  }

  /// Whether frames follow one another from the first byte in view.
  private func isConfirmed() throws(NeedsMoreBytes) -> Bool {
    let needed = junkStart == nil ? Self.framesWhereDue : Self.framesAmongJunk
    switch AudioFrameChain.verdict(input.bytes, at: 0, isLast: input.isAtEnd, needed: needed) {
    case .confirmed: return true
    case .refused: return false
    case .undecided: throw NeedsMoreBytes()
    }
  }

  // MARK: - Tags

  private mutating func tag() throws(NeedsMoreBytes) -> Step? {
    guard let header = ID3Header(input.bytes.prefix(ID3Header.byteCount)) else { return nil }
    if junkStart != nil {
      guard try isTagAmongJunk(header) else { return nil }
      if let note = endJunk() { return note }
    }
    guard header.tagSize <= HeldBytes.maximumTagSize else { return largeTag(header) }
    guard try input.need(header.tagSize) else { return cutTag(header) }
    let position = input.position
    return .tag(try input.take(header.tagSize), position)
  }

  /// Skips a tag without keeping it.
  private func largeTag(_ header: ID3Header) -> Step {
    let words = "tag declares \(header.tagSize) bytes, tags over \(HeldBytes.maximumTagSize)"
    defer { input.pass(Int64(header.tagSize)) }
    return .note(
      StreamNote(id: .tagTruncated, detail: words + " are not read"),
      input.position
    )
  }

  /// Whether a header among other bytes is more than three letters by chance: the tag is whole, and
  /// begins with a frame or is followed by something known.
  private func isTagAmongJunk(_ header: ID3Header) throws(NeedsMoreBytes) -> Bool {
    guard header.tagSize <= HeldBytes.maximumTagSize, try input.need(header.tagSize) else {
      return false
    }
    if header.hasPlausibleFrame(input.bytes.dropFirst(ID3Header.byteCount)) { return true }
    try input.need(header.tagSize + ID3Header.byteCount)
    let rest = UnsafeRawBufferPointer(rebasing: input.bytes.dropFirst(header.tagSize))
    return rest.isEmpty || AudioFrameHeader(rest, at: 0) != nil
      || ID3Header(rest.prefix(ID3Header.byteCount)) != nil
  }

  /// The rest of a tag that ends after the segment: up to the next audio frame or tag.
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
    let position = input.position
    let rest = Array(bytes.prefix(end))
    input.use(end)
    latest = nil
    let note =
      input.bytes.isEmpty
      ? StreamNote(
        id: .tagAtInputEnd,
        detail: TagSplitter.cutByInputEnd(end, of: header.tagSize)
      )
      : StreamNote(
        id: .tagTruncated,
        detail: "tag declares \(header.tagSize) bytes, \(end) arrived"
      )
    let isWorthKeeping = !NielsenPayload.occurrences(in: rest).isEmpty
    return .cutTag(isWorthKeeping ? rest : nil, position, note)
  }

  /// Skips an ID3v1 trailer, and an ID3v2 footer that its tag did not announce.
  private func skipTrailer() throws(NeedsMoreBytes) -> Bool {
    if input.bytes.starts(with: ID3v1.identifier) {
      try input.need(ID3v1.byteCount)
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
      : "\(input.position.distance - start.distance) bytes are neither audio nor a tag"
    return .note(StreamNote(id: .audioSync, detail: words), start)
  }
}

extension ID3Header {
  /// Whether `body` begins with a frame identifier and a size that fits.
  fileprivate func hasPlausibleFrame(_ body: Slice<UnsafeRawBufferPointer>) -> Bool {
    let length = version.major == 2 ? 3 : 4
    let (name, size) = (body.prefix(length), body.dropFirst(length).prefix(length))
    let isName = name.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || $0.isDigit
    }
    // Of plain and synchsafe sizes the synchsafe reading is never the larger one.
    let bytes = size.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return size.count == length && isName && bytes <= bodySize
  }
}
