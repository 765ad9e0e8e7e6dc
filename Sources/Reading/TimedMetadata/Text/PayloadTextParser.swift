import Formats
import NielsenTag
import TransportStream

/// Finds Nielsen payload strings in the lines of text, such as a log, CSV, JSON Lines or a capture. All other text is
/// skipped, so the text may have any encoding based on ASCII, and may contain binary parts.
///
/// The bytes of a tag are the 249 characters without escapes, and its offset is the position of the first character. If
/// a line begins with a time stamp (see `LineTime`), its tags have a wall-clock time. Their time counts from the first
/// tag with a wall-clock time, and is negative for an earlier time stamp. Tags in other lines have no time.
package final class PayloadTextParser: MediaParser {
  /// A part of every payload in which no character is ever escaped.
  private static let word = Array("nielsen".utf8)
  /// The maximum number of bytes of an escaped payload. The pieces of a long line overlap by this number.
  private static let longestPayload = 4096
  /// Seconds by which the lines of a log may be out of order.
  private static let disorder = 10.0

  /// The length, in bytes, above which a line is searched in pieces: 1 MiB.
  private static let longestLine = 1 << 20

  private let name: String
  private let options: ReaderOptions
  private let input = HeldBytes()
  /// The number of bytes that have been searched for the end of the line.
  private var searched = 0
  /// The number of the current line, counted from 1.
  private var line = 1
  /// The first bytes of the current line, once a piece of it has been read.
  private var lineHead: [UInt8]?
  private var firstWallClock: Double?
  private var tagCount = 0
  package private(set) var hasReachedLimit = false

  /// Always true: text without a payload string is a separate error.
  package let hasMedia = true

  package private(set) var reachedTime: Double?

  package init(name: String, options: ReaderOptions) {
    self.name = name
    self.options = options
  }

  /// Always nil: text has no media clock.
  package func origin(ofProgram program: Int?) -> MediaOrigin? { nil }

  package var frames: ClosedRange<Double>? { nil }

  package var summary: InputSummary {
    options.summary(.text, seconds: nil, tags: tagCount)
  }

  package func begin(_ segment: SegmentStart, into events: inout [ParsedEvent]) {
    input.begin(segment)
  }

  package func feed(_ bytes: UnsafeRawBufferPointer, into events: inout [ParsedEvent]) {
    input.feed(bytes) {
      while !hasReachedLimit {
        let count = input.bytes.count
        if let end = input.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          search(end + 1, for: end + 1, into: &events)
          line += 1
          lineHead = nil
        } else if count > Self.longestLine {
          search(count, for: count - Self.longestPayload, into: &events)
        } else {
          searched = count
          return
        }
      }
    }
  }

  package func endSegment(into events: inout [ParsedEvent]) -> SegmentFacts {
    input.end {
      if !hasReachedLimit, !input.bytes.isEmpty {
        search(input.bytes.count, for: input.bytes.count, into: &events)
      }
    }
    return SegmentFacts(media: .text)
  }

  /// - Throws: `unsupportedKind` if the text contains no payload string and the user did not ask to read it as text.
  package func finish(into events: inout [ParsedEvent]) throws(TimedMetadataError) {
    guard tagCount > 0 || options.readsText else {
      throw TimedMetadataError(
        .unsupportedKind,
        input: name,
        reason: "is text, not media, and contains no payload string",
        remedy: "name a stream, a playlist or a manifest"
      )
    }
  }

  /// Delivers the tags that begin in the first `used` of the next `count` bytes, which belong to one line.
  private func search(_ count: Int, for used: Int, into events: inout [ParsedEvent]) {
    let text = UnsafeRawBufferPointer(rebasing: input.bytes[..<count])
    let head = lineHead ?? Array(text.prefix(LineTime.headSize))
    lineHead = head
    var used = used
    if Self.holdsWord(text) {
      let (bytes, positions) = Self.unescaped(text)
      for range in NielsenPayload.occurrences(in: bytes) {
        guard positions[range.lowerBound] < used else { break }
        let position = input.position(of: positions[range.lowerBound])
        deliver(tag(Array(bytes[range]), at: position.offset, head), in: position.segment, &events)
        used = max(used, positions[range.upperBound])
      }
    }
    input.use(used)
    searched = 0
  }

  private func deliver(_ tag: TimedTag, in segment: Int, _ events: inout [ParsedEvent]) {
    guard !hasReachedLimit else { return }
    tagCount += 1
    if options.wants(tag) {
      events.append(ParsedEvent(.tag(tag), in: segment))
    } else if let limit = options.limitSeconds, let time = tag.time, time > limit + Self.disorder {
      hasReachedLimit = true
    }
  }

  private static func holdsWord(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    while let start = rest.firstIndex(of: word[0]) {
      if rest[start...].starts(with: word) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }

  private func tag(_ payload: [UInt8], at offset: Int64, _ head: [UInt8]) -> TimedTag {
    var tag = TimedTag(
      origin: .text(line: line),
      offset: offset,
      wallClock: LineTime.wallClock(ofLine: head),
      bytes: payload,
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

  /// Decodes percent-encoding (`%2F`) and the escapes of JSON and source code (`\/`, `\u003D`, `\x3D`), with up to four
  /// backslashes. Escapes of characters above U+00FF are kept. `positions` are the positions of the bytes in the
  /// original text, followed by the end of the text.
  static func unescaped(_ text: UnsafeRawBufferPointer) -> (bytes: [UInt8], positions: [Int]) {
    var (bytes, positions, position): ([UInt8], [Int], Int) = ([], [], 0)
    while position < text.count {
      let (byte, size) = escape(text[position...]) ?? (text[position], 1)
      bytes.append(byte)
      positions.append(position)
      position += size
    }
    return (bytes, positions + [position])
  }

  /// Decodes the escape at the start of `text`: its byte, and its size in bytes. Nil if `text` does not start with an
  /// escape of one byte.
  private static func escape(_ text: Slice<UnsafeRawBufferPointer>) -> (UInt8, size: Int)? {
    let backslashes = text.prefix(4).prefix { $0 == UInt8(ascii: "\\") }.count
    let sign = backslashes > 0 ? text.dropFirst(backslashes).first : text.first
    let digitCount: Int
    switch sign {
    case UInt8(ascii: "%") where backslashes == 0: digitCount = 2
    case UInt8(ascii: "/") where backslashes > 0: return (UInt8(ascii: "/"), backslashes + 1)
    case UInt8(ascii: "u") where backslashes > 0: digitCount = 4
    case UInt8(ascii: "x") where backslashes > 0: digitCount = 2
    default: return nil
    }
    let digits = text.dropFirst(backslashes + 1).prefix(digitCount)
    let values = digits.compactMap { Hexadecimal.value(of: $0) }
    guard values.count == digitCount else { return nil }
    return UInt8(exactly: values.reduce(0) { $0 << 4 | Int($1) }).map {
      ($0, backslashes + 1 + digitCount)
    }
  }
}
