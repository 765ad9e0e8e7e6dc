import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

/// Reads the parts as one run. `initialization` is the initialization section, which is not a part.
private func events(
  of parts: [UInt8]...,
  initialization: [UInt8]? = nil,
  options: ReaderOptions = ReaderOptions(),
  pieceSize: Int = .max
) throws -> [TimedMetadataEvent] {
  try allEvents(
    of: ISOMediaParser(options: options),
    parts,
    pieceSize: pieceSize,
    initializations: initialization.map { [0: InitializationSection(bytes: $0)] } ?? [:]
  )
}

private let movie = ISO.fileType() + ISO.movie(ISO.Track())

/// A fragment of `seconds` seconds.
private func fragment(at second: Int, seconds: Int = 6, track: Int = 1) -> [UInt8] {
  ISO.fragment(ISO.Fragment(track: track, at: second * 90_000, duration: seconds * 90_000))
}

private func tag(_ number: Int) -> [UInt8] { StreamBuilder.tag(number) }

@Suite struct ISOMediaParserTests {
  @Test("a version 1 message has its position, fields, and time counted from the first fragment")
  func versionOne() throws {
    let start = movie + fragment(at: 10)
    let message = ISO.message(tag(1), at: 1_530_000, id: 7, value: "v", duration: 5)
    let events = try events(of: start + message + fragment(at: 16))
    let found = try #require(events.tags.first)
    #expect(events.tags.count == 1)
    #expect(found.bytes == tag(1))
    #expect(found.carriage == .emsg)
    #expect(found.pts == 1_530_000)
    #expect(found.timescale == 90_000)
    #expect(found.time == 7)
    #expect(found.offset == Int64(start.count))
    #expect(found.notes == [])
    let description = try #require(found.eventMessage)
    #expect(description.version == 1)
    #expect(description.scheme == ISO.aomedia)
    #expect(description.value == "v")
    #expect(description.id == 7)
    #expect(description.duration == 5)
    #expect(description.trackTimescale == 90_000)
    #expect(events.notes.isEmpty)
    #expect(events.summary?.duration == 12)
    #expect(
      events.summary?.streams == [StreamSummary(program: nil, pid: nil, declared: false, tags: 1)]
    )
  }

  @Test(
    "a version 0 message's time counts from its segment's start, in the message's timescale"
  )
  func versionZero() throws {
    let track = ISO.movie(ISO.Track(timescale: 48_000))
    let segment =
      ISO.fileType(type: "styp") + ISO.message(tag(1), after: 500, timescale: 1000)
      + ISO.fragment(ISO.Fragment(at: 480_000, duration: 48_000))
    let late =
      ISO.message(tag(2), after: 1500, timescale: 1000, id: 2)
      + ISO.fragment(ISO.Fragment(at: 528_000, duration: 48_000))
    let tags = try events(of: ISO.fileType() + track + segment + late).tags
    #expect(tags.map(\.pts) == [10_500, 11_500])
    #expect(tags.map(\.time) == [0.5, 1.5])
    #expect(tags.map(\.notes) == [[], []])
  }

  @Test(
    "without a segment delimiter, the time of a version 0 message is an estimate"
  )
  func undelimited() throws {
    let bytes =
      movie + fragment(at: 0) + ISO.message(tag(1), after: 90_000) + fragment(at: 6)
    let found = try #require(try events(of: bytes).tags.first)
    #expect(found.pts == 630_000)
    #expect(found.time == 7)
    #expect(found.notes == ["clock-estimated"])
  }

  @Test("each part of an input is a segment, and offsets and times continue across the parts")
  func parts() throws {
    let first = ISO.message(tag(1), after: 0) + fragment(at: 100)
    let second = fragment(at: 106, seconds: 1) + ISO.message(tag(2), after: 90_000, id: 2)
    let events = try events(of: first, second, fragment(at: 107), initialization: movie)
    #expect(events.tags.map(\.pts) == [9_000_000, 9_630_000])
    #expect(events.tags.map(\.time) == [0, 7])
    #expect(events.tags.map(\.offset) == [0, Int64(first.count + fragment(at: 106).count)])
    // The second message is after the last fragment of its part.
    #expect(events.tags.map(\.notes) == [[], ["emsg-position"]])
    #expect(events.notes.map(\.id) == ["emsg-position"])
    #expect(events.summary?.duration == 13)
  }

  @Test("an initialization section in a later part changes the timescale")
  func newInitialization() throws {
    let segments = [
      fragment(at: 0, seconds: 2),
      ISO.message(tag(1), at: 3000, timescale: 1000)
        + ISO.fragment(ISO.Fragment(at: 2000, duration: 2000)),
    ]
    let parser = ISOMediaParser(options: ReaderOptions())
    let events = try allEvents(
      of: parser,
      segments,
      initializations: [
        0: InitializationSection(bytes: movie),
        1: InitializationSection(bytes: ISO.movie(ISO.Track(timescale: 1000))),
      ]
    )
    #expect(events.tags.map(\.time) == [3])
    #expect(events.notes.isEmpty)
    #expect(parser.reachedTime == 4)
    #expect(parser.origin(ofProgram: nil) == MediaOrigin(seconds: 0, wraps: false))
  }

  @Test("a segment without a movie box takes its timescale from its index")
  func segmentIndex() throws {
    let bytes =
      ISO.fileType(type: "styp") + ISO.index(timescale: 1000, at: 5000)
      + ISO.message(tag(1), after: 1, timescale: 2)
      + ISO.fragment(ISO.Fragment(at: 5000, duration: 2000))
    let events = try events(of: bytes)
    #expect(events.tags.map(\.pts) == [11])
    #expect(events.tags.map(\.time) == [0.5])
    #expect(events.tags.map(\.notes) == [[]])
    #expect(events.summary?.duration == 2)
  }

  @Test(
    "a segment without movie and index takes the timescale of a version 0 message, as an estimate"
  )
  func assumedTimescale() throws {
    let bytes = ISO.message(tag(1), after: 90_000) + fragment(at: 50)
    let events = try events(of: fragment(at: 44), bytes)
    #expect(events.tags.map(\.pts) == [51 * 90_000])
    #expect(events.tags.map(\.time) == [7])
    #expect(events.tags.map(\.notes) == [["clock-estimated"]])
  }

  @Test(
    "a segment without movie and index takes the timescale of a version 1 message at its time"
  )
  func assumedTimescaleOfVersionOne() throws {
    let message = ISO.message(tag(1), at: 46 * 90_000)
    let events = try events(of: message + fragment(at: 44), fragment(at: 50))
    #expect(events.tags.map(\.time) == [2])
    #expect(events.tags.map(\.notes) == [["clock-estimated"]])
    #expect(events.summary?.duration == 12)
  }

  @Test("if there is no clock, the first message has time 0, as an estimate")
  func noClock() throws {
    let messages =
      ISO.message(tag(1), at: 900_000) + ISO.message(tag(2), at: 19_000, timescale: 1000, id: 2)
    for bytes in [messages, messages + fragment(at: 3)] {
      let events = try events(of: bytes)
      #expect(events.tags.map(\.time) == [0, 9])
      #expect(events.tags.map(\.notes) == [["clock-estimated"], ["clock-estimated"]])
      #expect(events.summary?.duration == nil)
    }
  }

  @Test(
    "time 0 is the first presented frame according to composition offsets and edit lists",
    arguments: [
      (ISO.Track(), 0.5),
      (ISO.Track(edits: [(0, 45_000)]), 0.0),
      (ISO.Track(edits: [(0, 45_000)], version: 1), 0.0),
      (ISO.Track(edits: [(2000, -1), (0, 45_000)]), 2.0),
      (ISO.Track(edits: [(2000, -1), (0, 0)], version: 1), 2.5),
    ]
  )
  func presentation(track: ISOMediaBuilder.Track, start: Double) throws {
    let samples = ISO.Fragment(
      at: 0,
      samples: [(90_000, 90_000), (90_000, -45_000), (90_000, 0)]
    )
    let parser = ISOMediaParser(options: ReaderOptions())
    _ = try allEvents(of: parser, [ISO.movie(track) + ISO.fragment(samples)])
    #expect(parser.origin(ofProgram: nil)?.seconds == start)
    #expect(parser.reachedTime == 2.5)
  }

  @Test("the clock follows the video track, and not a metadata track")
  func otherTracks() throws {
    let tracks = ISO.movie(
      ISO.Track(id: 1, handler: "meta"),
      ISO.Track(id: 2, timescale: 1000, handler: "vide")
    )
    let bytes =
      tracks + ISO.message(tag(1), at: 20_500, timescale: 1000)
      + ISO.fragment(
        ISO.Fragment(track: 1, at: 5_000_000, duration: 90_000),
        ISO.Fragment(track: 2, at: 20_000, duration: 1000)
      )
    let events = try events(of: bytes)
    #expect(events.tags.map(\.time) == [0.5])
    #expect(events.summary?.duration == 1)
    #expect(events.notes.isEmpty)
  }

  @Test("fragments without a decode time follow one another on the timeline")
  func noDecodeTime() throws {
    let next = ISO.fragment(ISO.Fragment(at: nil, duration: 540_000))
    let bytes = movie + next + next + ISO.message(tag(1), after: 0) + next
    #expect(try events(of: bytes).tags.map(\.time) == [12])
  }

  @Test(
    "an undeclared jump is reported, and the timeline continues",
    arguments: [
      (16 + 3600, "clock-pts-jump", "fragment times jump ahead by 3600.0 s"),
      (2, "clock-pts-backward", "fragment times go back by 14.0 s"),
    ]
  )
  func jump(second: Int, note: String, words: String) throws {
    let message = ISO.message(tag(1), at: (second + 1) * 90_000)
    let bytes = movie + fragment(at: 10) + message + fragment(at: second) + fragment(at: second + 6)
    let events = try events(of: bytes)
    #expect(events.tags.map(\.time) == [7])
    #expect(events.tags.first?.mediaClock == MediaClock(origin: 10, step: Double(second - 16)))
    #expect(events.notes.map(\.id.rawValue) == [note])
    #expect(events.notes.first?.detail.hasPrefix(words) == true)
    #expect(events.summary?.duration == 18)
  }

  @Test("a jump that two tracks make one after the other is reported once")
  func jumpOfTracks() throws {
    let tracks = ISO.movie(ISO.Track(id: 1), ISO.Track(id: 2, handler: "vide"))
    var bytes = tracks
    for second in [0, 6, 1000, 1006] {
      bytes += fragment(at: second, track: 1) + fragment(at: second, track: 2)
    }
    let events = try events(of: bytes)
    #expect(events.notes.map(\.id) == ["clock-pts-jump"])
    #expect(events.summary?.duration == 24)
  }

  @Test("fragments after a single wrong time return to the earlier timeline")
  func wrongFragment() throws {
    let bytes =
      movie + fragment(at: 0) + fragment(at: 5000) + ISO.message(tag(1), at: 13 * 90_000)
      + fragment(at: 12)
    let events = try events(of: bytes)
    #expect(events.notes.map(\.id) == ["clock-pts-jump"])
    #expect(events.tags.map(\.time) == [13])
  }

  @Test("a message that declares a time far from its fragment gets the time of the fragment")
  func farMessage() throws {
    let bytes = movie + fragment(at: 0) + ISO.message(tag(1), at: 90_000 * 5000) + fragment(at: 6)
    let found = try #require(try events(of: bytes).tags.first)
    #expect(found.time == 6)
    #expect(found.notes == ["clock-estimated", "clock-pts-jump"])
  }

  @Test("times near the limits of 64 bits cause no overflow")
  func hugeTimes() throws {
    let bytes =
      movie + ISO.message(tag(1), at: -1) + ISO.message(tag(2), at: .max, id: 2)
      + ISO.message(tag(3), after: 0xFFFF_FFFF, timescale: 1, id: 3)
      + ISO.fragment(ISO.Fragment(at: 1 << 60, duration: 0xFFFF_FFFF))
      + ISO.fragment(ISO.Fragment(at: -1, duration: 1))
      + ISO.fragment(ISO.Fragment(at: (1 << 60) + 1, duration: 1))
    let events = try events(of: bytes)
    #expect(events.tags.count == 3)
    #expect(events.tags.allSatisfy { $0.time != nil })
    #expect(events.notes.map(\.id) == ["emsg-malformed", "emsg-malformed"])
  }

  @Test(
    "a box that is too large is reported once",
    arguments: [
      (10_000_324, 1000, "box emsg declares 10000316 bytes, 1000 arrived"),
      (
        1_100_008, 1_100_000,
        "box emsg has 1100000 bytes, but at most 1048576 are read: it is skipped"
      ),
    ]
  )
  func largeBox(_ size: Int, _ count: Int, _ words: String) throws {
    let box = ISOMediaBuilder.word(size) + Array("emsg".utf8) + [UInt8](repeating: 1, count: count)
    let file =
      ISOMediaBuilder.fileType() + ISOMediaBuilder.movie(ISOMediaBuilder.Track()) + box
    let events = try allEvents(of: TimedMetadataReader(MemorySource(file)))
    #expect(events.notes.map(\.detail) == [words])
  }

  @Test("a time limit ends both the tags and the duration in the summary of an MP4 file")
  func limit() throws {
    var bytes = movie
    for number in 0..<10 {
      bytes += ISO.message(tag(number), at: number * 540_000, id: number)
      bytes += fragment(at: number * 6)
    }
    let options = ReaderOptions(limitSeconds: 20)
    let events = try events(of: bytes, options: options)
    #expect(events.tags.compactMap(\.time) == [0, 6, 12, 18])
    #expect(events.summary?.duration == 20)
    #expect(events.notes.isEmpty)
  }

  @Test("the brand aid3 declares ID3 in event messages")
  func brand() throws {
    let summary = try events(of: ISO.fileType(brands: "cmfc", "aid3") + fragment(at: 0)).summary
    #expect(
      summary?.streams == [StreamSummary(program: nil, pid: nil, declared: true, tags: 0)]
    )
  }

  @Test("a movie without fragments has its declared duration")
  func plainMovie() throws {
    let bytes = ISO.fileType() + ISO.box("mdat", [1, 2]) + ISO.movie(ISO.Track(), duration: 12_500)
    let summary = try events(of: bytes).summary
    #expect(summary?.duration == 12.5)
    #expect(summary?.streams == [])
    #expect(summary?.byteCount == Int64(bytes.count))
  }

  @Test("a cancelled reader of MP4 throws after it has delivered the earlier events")
  func interruption() async throws {
    try await Task {
      let message = ISO.message(tag(1), at: 0)
      var chunks = 0
      let source = PartedSource(
        [movie + message + fragment(at: 0) + [UInt8](repeating: 0, count: 1 << 20)],
        pieceSize: 600
      )
      let reader = try TimedMetadataReader(source)
      reader.onProgress = { _, _ in
        chunks += 1
        if chunks == 5 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      var tags = 0
      let error = #expect(throws: TimedMetadataError.self) {
        while let event = try reader.next() {
          if case .tag = event { tags += 1 }
        }
      }
      #expect(error?.code == .cancelled)
      #expect(tags == 1)
      #expect(try reader.next() == nil)
    }.value
  }
}
