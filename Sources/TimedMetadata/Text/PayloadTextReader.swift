import Formats
import NielsenTag

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads the Nielsen payload strings in a text: a log, CSV, JSON Lines, a capture. All other text is
/// skipped, so that the text may be of any encoding that keeps ASCII, and hold
/// binary parts.
///
/// The bytes of a tag are the 249 characters, its offset is where they begin. A line that begins with
/// a time stamp gives its tags a wall clock (see `LineTime`); their time is counted from that of the
/// first tag that has one, and is negative where a log goes back. Else a tag has no time.
final class PayloadTextReader: MediaReader {
  /// A part of the owner prefix that no encoding changes.
  private static let word = WordSearch("nielsen")
  /// The text before it.
  private static let heads = ["www.", "www%2E", "www%2e"].map { Array($0.utf8) }
  /// Bytes that may be the beginning of a prefix that is not completely in view yet.
  private static let keptByteCount = 12
  /// Seconds by which a line may be late.
  private static let disorder = 10.0

  private let input: MediaInput
  private let isSure: Bool
  /// The line of the first byte in view, from 1.
  private var line = 1
  /// The first bytes of that line, as far as they are used.
  private var lineHead: [UInt8] = []
  private var firstWallClock: Double?
  private var tagCount = 0
  private var hasEnded = false

  /// A text without any payload string is a wrong input, which is said by an error.
  let hasMedia = true

  private(set) var reachedTime: Double?

  /// With `isSure` the input was said to be such a text; else a text without a payload is an error.
  init(_ chunks: ChunkReader, options: ReaderOptions, isSure: Bool) {
    input = MediaInput(chunks, options: options)
    self.isSure = isSure
  }

  /// A text has no clock of its own but the wall clock.
  func origin(ofProgram program: Int?) -> MediaOrigin? { nil }

  private var isNoMedia: TimedMetadataError {
    TimedMetadataError(
      .unsupportedKind,
      input: input.name,
      reason: "is text, not media, and holds no payload string",
      remedy: "name a stream or a playlist"
    )
  }

  func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasEnded else { return nil }
    while let tag = try nextTag() {
      tagCount += 1
      if input.options.wants(tag) { return .tag(tag) }
      if isBeyondLimit(tag) { break }
    }
    hasEnded = true
    if tagCount == 0, !isSure { throw isNoMedia }
    return .end(summary)
  }

  /// Lines of a log are in order within a few seconds.
  private func isBeyondLimit(_ tag: TimedTag) -> Bool {
    guard let limit = input.options.limitSeconds, let time = tag.time else { return false }
    return time > limit + Self.disorder
  }

  var summary: InputSummary {
    let stream = StreamSummary(program: nil, pid: nil, declared: false, tags: tagCount)
    var summary = InputSummary(
      duration: nil,
      streams: tagCount > 0 ? [stream] : [],
      byteCount: input.byteCount
    )
    summary.media = [.text]
    return summary
  }

  // MARK: - Search

  private func nextTag() throws(TimedMetadataError) -> TimedTag? {
    var searched = 0
    while true {
      guard let start = nextPrefix(from: &searched) else {
        use(max(0, input.bytes.count - (input.isAtEnd ? 0 : Self.keptByteCount)))
        searched = 0
        guard try goOn() else { return nil }
        continue
      }
      switch EscapedPayload.match(input.bytes, at: start, isLast: input.isAtEnd) {
      case .none: break
      case .incomplete:
        use(start)
        searched = 0
        try input.readMore()
      case .payload(let payload, let byteCount):
        use(start)
        defer { use(byteCount) }
        return tag(payload)
      }
    }
  }

  /// Reads on; false at the end of the last part.
  private func goOn() throws(TimedMetadataError) -> Bool {
    if try input.readMore() { return true }
    guard input.isAtEnd, input.bytes.isEmpty else { return true }
    return try input.beginNextPart()
  }

  /// Where a payload may begin; `searched` moves after the searched bytes.
  private func nextPrefix(from searched: inout Int) -> Int? {
    let bytes = input.bytes
    while let position = Self.word.position(in: bytes, from: searched) {
      searched = position + Self.word.byteCount
      let before = bytes.prefix(position)
      for head in Self.heads where before.suffix(head.count).elementsEqual(head) {
        return position - head.count
      }
    }
    return nil
  }

  // MARK: - Lines and tags

  /// Skips bytes and keeps the count of lines.
  private func use(_ count: Int) {
    let bytes = UnsafeRawBufferPointer(rebasing: input.bytes.prefix(count))
    var lineStart = 0
    while let base = bytes.baseAddress, lineStart < bytes.count,
      let found = memchr(base + lineStart, Int32(UInt8(ascii: "\n")), bytes.count - lineStart)
    {
      lineStart = UnsafeRawPointer(found) - base + 1
      line += 1
    }
    if lineStart > 0 { lineHead.removeAll(keepingCapacity: true) }
    let room = LineTime.headSize - lineHead.count
    if room > 0 { lineHead += bytes.dropFirst(lineStart).prefix(room) }
    input.use(count)
  }

  private func tag(_ payload: [UInt8]) -> TimedTag {
    var tag = TimedTag(
      carriage: .text,
      offset: input.offset,
      line: line,
      wallClock: LineTime.wallClock(ofLine: lineHead),
      bytes: payload,
      tag: nil,
      nielsen: NielsenPayload(bytes: payload)
    )
    if tag.nielsen?.isKindUncertain == true { tag.notes.append(.kindUncertain) }
    if let wallClock = tag.wallClock {
      let first = firstWallClock ?? wallClock
      firstWallClock = first
      tag.time = wallClock - first
      reachedTime = max(reachedTime ?? 0, wallClock - first)
    }
    return tag
  }
}
