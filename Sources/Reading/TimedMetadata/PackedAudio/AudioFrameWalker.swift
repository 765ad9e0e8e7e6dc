import Formats
import ID3
import NielsenTag
import TransportStream

/// Finds the audio frames in packed audio, from header to header, and the tags between them. It resynchronizes after
/// other bytes. A step that needs more bytes is repeated once more have been fed.
struct AudioFrameWalker {
  enum Step {
    /// An audio frame, which has been skipped.
    case frame(AudioFrameHeader)
    case tag([UInt8], StreamPosition)
    /// A tag whose declared end is after the end of the segment. Its bytes are included only if they contain a Nielsen
    /// payload.
    case cutTag([UInt8]?, StreamPosition, StreamNote)
    case note(StreamNote, StreamPosition)
    case endOfSegment
  }

  /// The number of consecutive headers that confirm audio: two where a frame is expected, three among other bytes.
  private static let (framesWhereDue, framesAmongJunk) = (2, 3)
  /// The maximum number of notes about bytes without audio. The last note says that further bytes are not reported.
  private static let maximumJunkNotes = 64

  let input = HeldBytes()
  /// The latest frame, if only tags and trailers follow it; otherwise nil.
  private var latest: AudioFrameHeader?
  /// The start of the skipped bytes that are neither audio nor a tag; nil if the latest bytes were audio or a tag.
  private var junkStart: StreamPosition?
  private var junkNotes = 0

  /// Begins a segment. Frames do not continue from the previous segment.
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

  /// Skips a tag that is too large, without keeping it.
  private func largeTag(_ header: ID3Header) -> Step {
    let words = "tag declares \(header.tagSize) bytes, but at most \(HeldBytes.maximumTagSize)"
    defer { input.pass(Int64(header.tagSize)) }
    return .note(StreamNote(id: .tagTruncated, detail: words + " are read"), input.position)
  }

  /// Whether an ID3 header among other bytes really begins a tag: the tag is complete, and begins with a frame or is
  /// followed by audio, a tag or the end.
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

  /// Returns a tag that ends after the segment, with its bytes up to the next audio frame or tag.
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
      ? StreamNote(id: .tagAtInputEnd, detail: TagSplitter.cutByInputEnd(end, of: header.tagSize))
      : StreamNote(
        id: .tagTruncated,
        detail: "tag declares \(header.tagSize) bytes, \(end) arrived"
      )
    let isWorthKeeping = !NielsenPayload.occurrences(in: rest).isEmpty
    return .cutTag(isWorthKeeping ? rest : nil, position, note)
  }

  /// Skips an ID3v1 trailer, or an ID3v2 footer that the header of its tag did not announce.
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

  /// Skips to the next byte at which audio or a tag may begin.
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
      ? "many byte ranges are neither audio nor a tag: further ones are not reported"
      : "\(input.position.distance - start.distance) bytes are neither audio nor a tag"
    return .note(StreamNote(id: .audioSync, detail: words), start)
  }
}

extension ID3Header {
  /// Whether `body` begins with a frame identifier and a size that fits into the tag.
  fileprivate func hasPlausibleFrame(_ body: Slice<UnsafeRawBufferPointer>) -> Bool {
    let length = version.major == 2 ? 3 : 4
    let (name, size) = (body.prefix(length), body.dropFirst(length).prefix(length))
    let isName = name.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || $0.isDigit
    }
    // The size may be plain or synchsafe. The synchsafe value, which is never larger, is used.
    let bytes = size.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return size.count == length && isName && bytes <= bodySize
  }
}
