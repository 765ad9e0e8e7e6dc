import Formats
import NielsenTag

/// Reads the Nielsen payload strings in a text: a log, CSV, JSON Lines, a capture. All other text is
/// skipped, so that the text may be of any encoding that keeps ASCII, and hold
/// binary parts.
///
/// The bytes of a tag are the 249 characters, its offset is where they begin. A line that begins with
/// a time stamp gives its tags a wall clock (see `LineTime`); their time is counted from that of the
/// first tag that has one, and is negative where a log goes back. Else a tag has no time.
final class PayloadTextReader: MediaReader {
  /// A part of the owner prefix that no escape changes.
  private static let word = Array("nielsen".utf8)
  /// A line of more bytes than are in view at once is read in pieces. An escaped payload takes less than this.
  private static let longestPayload = 4096
  /// Seconds by which a line may be late.
  private static let disorder = 10.0

  private let input: MediaInput
  private let isSure: Bool
  /// The line of the first byte in view, from 1.
  private var line = 1
  /// The start of that line, where earlier pieces of it have been read.
  private var lineHead: [UInt8]?
  private var pending = Fifo<TimedTag>()
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

  // MARK: - Lines

  private func nextTag() throws(TimedMetadataError) -> TimedTag? {
    while true {
      if let tag = pending.popFirst() { return tag }
      let lines = input.bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      if lines > 0 {
        take(lines)
      } else if try !input.readMore() {
        if !input.isAtEnd {
          take(input.bytes.count - Self.longestPayload)
        } else if !input.bytes.isEmpty {
          take(input.bytes.count)
        } else if try !input.beginNextPart() {
          return nil
        }
      }
    }
  }

  /// Takes the tags that begin in the first `count` bytes in view.
  private func take(_ count: Int) {
    var (start, used) = (0, count)
    while start < count {
      let bytes = input.bytes[start...]
      let end = bytes.prefix(count - start).firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      // The rest of a line that is read in pieces is searched too: a payload may go beyond the piece.
      let text = UnsafeRawBufferPointer(rebasing: bytes[..<(end ?? input.bytes.count)])
      let head = lineHead ?? Array(text.prefix(LineTime.headSize))
      if let last = takeTags(in: text, at: start, before: count, head) { used = max(used, last) }
      if end != nil { line += 1 }
      lineHead = end == nil ? head : nil
      start = end ?? count
    }
    input.use(used)
  }

  /// Takes the tags of a line. Returns the end of the last.
  private func takeTags(
    in text: UnsafeRawBufferPointer,
    at start: Int,
    before count: Int,
    _ head: [UInt8]
  ) -> Int? {
    guard Self.holdsWord(text) else { return nil }
    let plain = PlainText(text)
    var last: Int?
    for range in NielsenPayload.occurrences(in: plain.bytes) {
      let offset = start + plain.places[range.lowerBound]
      guard offset < count else { break }
      pending.append(tag(Array(plain.bytes[range]), at: input.offset + Int64(offset), head))
      last = start + plain.places[range.upperBound]
    }
    return last
  }

  private static func holdsWord(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    while let found = rest.firstIndex(of: word[0]) {
      rest = rest[found...]
      if rest.starts(with: word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  private func tag(_ payload: [UInt8], at offset: Int64, _ head: [UInt8]) -> TimedTag {
    var tag = TimedTag(
      carriage: .text,
      offset: offset,
      line: line,
      wallClock: LineTime.wallClock(ofLine: head),
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
