import ReaderTestSupport
import TestSupport
import Testing
import TransportStream

@testable import TimedMetadata

/// A small input of each kind of media, and the parser that reads it.
struct CutCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  /// The positions at which the bytes are cut: every `step` bytes, which is 7 for variants of a stream.
  var cuts: StrideTo<Int> { stride(from: 0, to: bytes.count, by: step) }
  var step = 1
  let parser: @Sendable () -> any MediaParser

  private typealias ISO = ISOMediaBuilder

  static let all = [
    stream("a transport stream", step: 1) { $0.joined() },
    stream("packets of 192 bytes") { packets in
      packets.flatMap { [1, 2, 3, 4] + $0 }
    },
    stream("a stream whose packets are shifted twice") { packets in
      [7] + packets.prefix(9).flatMap { $0 } + [0x47, 1, 2] + packets.dropFirst(9).flatMap { $0 }
    },
    stream("one packet after other bytes") { packets in
      [UInt8](repeating: 0x80, count: 1500) + packets[0]
    },
    stream("tags before the packets") { packets in
      SampleAudio.tag("a") + SampleAudio.tag("b") + packets.flatMap { $0 }
    },
    CutCase(testDescription: "fragmented MP4", bytes: boxes) {
      ISOMediaParser(options: ReaderOptions())
    },
    CutCase(testDescription: "packed audio", bytes: audio) {
      PackedAudioParser(options: ReaderOptions())
    },
    CutCase(testDescription: "text", bytes: text) {
      PayloadTextParser(name: "text", options: ReaderOptions(readsText: true))
    },
  ]

  private static func stream(
    _ name: String,
    step: Int = 7,
    _ change: ([[UInt8]]) -> some Sequence<UInt8>
  ) -> CutCase {
    CutCase(testDescription: name, bytes: Array(change(packets)), step: step) {
      TransportStreamParser(name: "stream", options: ReaderOptions())
    }
  }

  private static let packets: [[UInt8]] = {
    var builder = StreamBuilder()
    builder.tables()
    for index in 0..<2 {
      let start = 900_000 + Int64(index) * 90_000
      builder.audio(pts: start)
      builder.id3(StreamBuilder.tag(index), pts: start, length: index == 1 ? .fixed(0) : .exact)
    }
    builder.audio(pts: 1_200_000)
    return builder.packets.map(\.encoded)
  }()

  private static let boxes: [UInt8] = {
    let movie = ISO.fileType() + ISO.movie(ISO.Track())
    let message = ISO.message(StreamBuilder.tag(1), at: 9000, id: 1)
    let fragment = ISO.fragment(ISO.Fragment(at: 0, duration: 90_000))
    let late = ISO.message(StreamBuilder.tag(2), at: 99_000, id: 2)
    return movie + message + fragment + ISO.box("free", [1, 2, 3])
      + ISO.fragment(ISO.Fragment(at: 90_000, duration: 90_000)) + late
  }()

  private static let audio: [UInt8] =
    SampleAudio.stamp(900_000) + SampleAudio.tag("a") + SampleAudio.adts(count: 4)
    + StreamBuilder.tag(1) + SampleAudio.adts(count: 3) + [9, 9, 9] + SampleAudio.adts(count: 4)
    + SampleAudio.tag("b")

  private static let text: [UInt8] = {
    let payload = String(decoding: StreamBuilder.payload(3), as: UTF8.self)
    let lines = [
      "2026-01-01T00:00:00Z \(payload) \(payload)", "", "nielsen", "{\"id3\":\"\(payload)\"}",
      "2026-01-01T00:00:09Z \(payload)",
    ]
    return Array(lines.joined(separator: "\n").utf8)
  }()
}

/// The events of a parser depend on the bytes and the segments, not on the division into pieces.
@Suite struct ParserCutTests {
  @Test(
    "a parser gives the same events for an input in pieces of any size",
    arguments: CutCase.all,
    [1, 7, 188, 65_536]
  )
  func pieces(testCase: CutCase, pieceSize: Int) throws {
    let whole = try allEvents(of: testCase.parser(), [testCase.bytes])
    #expect(whole.count > 1)
    let pieces = try allEvents(of: testCase.parser(), [testCase.bytes], pieceSize: pieceSize)
    #expect(pieces == whole)
  }

  @Test("a truncated input gives the same events in pieces as in one piece", arguments: CutCase.all)
  func truncated(testCase: CutCase) throws {
    for count in testCase.cuts {
      let bytes = Array(testCase.bytes.prefix(count))
      let whole = try allEvents(of: testCase.parser(), [bytes])
      let pieces = try allEvents(of: testCase.parser(), [bytes], pieceSize: 101)
      guard whole == pieces else {
        Issue.record("differs where the input ends after \(count) bytes")
        return
      }
    }
  }

  @Test(
    "two segments, with or without a gap, give the same events in pieces as in one piece each",
    arguments: CutCase.all,
    [nil, "number 2 is missing"]
  )
  func segments(testCase: CutCase, hole: String?) throws {
    let holes = hole.map { [1: $0] } ?? [:]
    for border in testCase.cuts {
      let segments = [Array(testCase.bytes[..<border]), Array(testCase.bytes[border...])]
      let whole = try parsedEvents(of: testCase.parser(), segments, holes: holes)
      let pieces = try parsedEvents(of: testCase.parser(), segments, pieceSize: 101, holes: holes)
      guard whole == pieces else {
        Issue.record("differs with a border after \(border) bytes")
        return
      }
    }
  }

  @Test(
    "dividing a segment into parts changes only the offsets and segment numbers of events",
    arguments: CutCase.all
  )
  func parts(testCase: CutCase) throws {
    let whole = try parsedEvents(of: testCase.parser(), [testCase.bytes])
    for border in testCase.cuts where border > 0 {
      var events: [ParsedEvent] = []
      let parser = testCase.parser()
      parser.begin(SegmentStart(number: 0), into: &events)
      try testCase.bytes[..<border].withUnsafeBytes { try parser.feed($0, into: &events) }
      parser.begin(SegmentStart(number: 1, offset: 5000, isPart: true), into: &events)
      try testCase.bytes[border...].withUnsafeBytes { try parser.feed($0, into: &events) }
      _ = try parser.endSegment(into: &events)
      try parser.finish(into: &events)
      let expected = whole.dropLast().map { event in
        guard let offset = event.event.offset, offset >= border else { return event }
        return event.moved(to: offset - Int64(border) + 5000, in: 1)
      }
      let found = zip(events, expected).first { found, expected in
        found.event != expected.event
          || expected.event.offset != nil && found.segment != expected.segment
      }
      guard events.count == expected.count, found == nil else {
        Issue.record("a part from byte \(border): \(String(describing: found))")
        return
      }
    }
  }
}

extension ParsedEvent {
  fileprivate func moved(to offset: Int64, in segment: Int) -> ParsedEvent {
    var moved = self
    moved.segment = segment
    switch event {
    case .tag(var tag):
      tag.offset = offset
      moved.event = .tag(tag)
    case .note(var note):
      note.offset = offset
      moved.event = .note(note)
    case .marker, .segment, .end: break
    }
    return moved
  }
}

extension TimedMetadataEvent {
  fileprivate var offset: Int64? {
    switch self {
    case .tag(let tag): tag.offset
    case .note(let note): note.offset
    case .marker, .segment, .end: nil
    }
  }
}
