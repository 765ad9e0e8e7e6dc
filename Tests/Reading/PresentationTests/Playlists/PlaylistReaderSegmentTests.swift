import ID3
import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata
import TransportStream

@testable import Presentation

/// Reading of whole, missing, cut, joined and ranged segments.
@Suite struct PlaylistReaderSegmentTests {
  private typealias Sample = SamplePresentation

  private static func isMissing(_ note: StreamNote) -> Bool { note.id == "hls-segment-missing" }

  @Test("tags of all segments are delivered in order with their times and positions")
  func whole() async throws {
    let events = try await Sample.events(
      Sample.playlist(Sample.names(3)),
      Sample.files(Sample.segments(3))
    )
    let tags = events.tags
    #expect(Sample.indices(tags) == Array(0..<6))
    #expect(tags.map { rounded($0.time) } == (0..<6).map { rounded(Double($0) + 0.9) })
    #expect(tags.map(\.segment) == ["s0.ts", "s0.ts", "s1.ts", "s1.ts", "s2.ts", "s2.ts"])
    #expect(tags.compactMap(\.offset).count == 6)
    #expect(tags.map(\.offset)[0] == tags.map(\.offset)[2])
    #expect(events.notes.isEmpty)
    let summary = try #require(events.summary)
    #expect(rounded(summary.duration) == 6)
    #expect(summary.renditions.map(\.segmentsRead) == [3])
    #expect(summary.renditions.map(\.tags) == [6])
    #expect(summary.streams.map(\.tags) == [6])
  }

  @Test(
    "the output does not depend on the sizes of the received pieces",
    arguments: [1, 188, 1000, 4097]
  )
  func pieces(size: Int) async throws {
    let names = Sample.names(4)
    var segments = Sample.segments(4)
    segments[2] = Array(segments[2].prefix(segments[2].count * 2 / 3))
    let playlist = Sample.playlist(
      names,
      lines: [1: ["#EXT-X-CUE-OUT:4"], 2: ["#EXT-X-CUE-IN"], 3: ["#EXT-X-DISCONTINUITY"]]
    )
    let whole = try await Sample.events(playlist, Sample.files(segments))
    #expect(whole.markers.count == 2)
    #expect(try await Sample.events(playlist, Sample.files(segments), pieceSize: size) == whole)
  }

  @Test(
    "a missing segment is reported, and later tags keep their times",
    arguments: [[0], [1], [3], [1, 2], [0, 3]]
  )
  func missing(numbers: [Int]) async throws {
    var files = Sample.files(Sample.segments(4))
    for number in numbers { files["https://test/s\(number).ts"] = nil }
    let events = try await Sample.events(Sample.playlist(Sample.names(4)), files)
    let expected = (0..<8).filter { !numbers.contains($0 / 2) }
    #expect(Sample.indices(events.tags) == expected)
    #expect(events.tags.map { rounded($0.time) } == expected.map { rounded(Double($0) + 0.9) })
    let notes = events.notes.filter(Self.isMissing)
    #expect(notes.map(\.segment) == numbers.map { "s\($0).ts" })
    for (note, number) in zip(notes, numbers) {
      #expect(abs((note.time ?? .infinity) - Double(number * 2)) < 0.2)
      #expect(note.measured == 2)
    }
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [numbers.count])
    #expect(events.summary?.renditions.map(\.segmentsRead) == [4 - numbers.count])
  }

  @Test("missing segments are reported when they fail, before the next readable segment")
  func missingNow() async throws {
    var files = Sample.files(Sample.segments(5))
    for number in [1, 2, 3] { files["https://test/s\(number).ts"] = nil }
    let loader = MemoryLoader(files)
    loader.hold("https://test/s4.ts")
    let reader = try Sample.reader(Sample.playlist(Sample.names(5)), loader)
    var events: [TimedMetadataEvent] = []
    var reported: [String] = []
    while reported.count < 4, let event = try await reader.next() {
      events.append(event)
      if case .segment(let segment) = event { reported.append(segment.uri) }
    }
    #expect(reported == ["s0.ts", "s1.ts", "s2.ts", "s3.ts"])
    // The tags before the missing segments are delivered as well.
    #expect(Sample.indices(events.tags) == [0, 1])
    loader.release("https://test/s4.ts")
    while let event = try await reader.next() { events.append(event) }
    #expect(Sample.indices(events.tags) == [0, 1, 8, 9])
  }

  @Test(
    "a segment is reported with the name of its missing key or initialization section",
    arguments: [
      ("#EXT-X-KEY:METHOD=AES-128,URI=\"k.bin\"", "its key, https://test/k.bin, cannot be read"),
      (
        "#EXT-X-MAP:URI=\"i.mp4\"",
        "its initialization section, https://test/i.mp4, cannot be read"
      ),
    ]
  )
  func missingPart(line: String, words: String) async throws {
    let playlist = Sample.playlist(Sample.names(2), lines: [1: [line]])
    let events = try await Sample.events(playlist, Sample.files(Sample.segments(2)))
    let notes = events.notes.filter(Self.isMissing)
    #expect(notes.map(\.segment) == ["s1.ts"])
    #expect(notes.first?.detail.hasPrefix(words) == true)
  }

  @Test("a segment whose initialization section needs a licence is reported")
  func lockedInitialization() async throws {
    let playlist = Sample.playlist(
      Sample.names(3),
      lines: [
        1: [
          "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://k\",KEYFORMAT=\"com.example.licence\"",
          "#EXT-X-MAP:URI=\"i.mp4\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"k.bin\"",
        ]
      ]
    )
    let events = try await Sample.events(playlist, Sample.files(Sample.segments(3)))
    let notes = events.notes.filter(Self.isMissing)
    #expect(notes.map(\.segment) == ["s1.ts", "s2.ts"])
    #expect(notes.first?.detail.contains("its keys need a licence") == true)
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [2])
  }

  /// Segments that each restart all continuity counters.
  private static func restarting(_ change: (Int, inout StreamBuilder) -> Void = { _, _ in })
    -> [[UInt8]]
  {
    (0..<4).map { segment in
      var builder = StreamBuilder()
      builder.tables()
      if segment % 2 == 0 { builder.tables() }
      builder.tags(2, start: 900_000 + Int64(segment) * 180_000, firstIndex: segment * 2)
      change(segment, &builder)
      return builder.bytes
    }
  }

  @Test("counters that restart in every segment are not reported as loss")
  func restartedCounters() async throws {
    let events = try await Sample.events(
      Sample.playlist(Sample.names(4)),
      Sample.files(Self.restarting())
    )
    #expect(Sample.indices(events.tags) == Array(0..<8))
    #expect(events.notes.isEmpty)
  }

  @Test("lost and repeated packets are reported in segments that restart their counters")
  func lossInSegment() async throws {
    let segments = Self.restarting { segment, builder in
      let pts = 900_000 + Int64(segment + 1) * 180_000 - 1
      if segment == 1 { builder.id3(StreamBuilder.tag(20), pts: pts) { $0.removeFirst() } }
      if segment == 2 { builder.id3(StreamBuilder.tag(21), pts: pts) { $0.insert($0[0], at: 1) } }
      if segment == 3 {
        builder.writer.skipCounter(pid: 0, by: 3)
        builder.association()
      }
    }
    let events = try await Sample.events(Sample.playlist(Sample.names(4)), Sample.files(segments))
    #expect(
      events.notes.map { "\($0.id.rawValue) \($0.segment ?? "")" } == [
        "ts-continuity s1.ts", "ts-duplicate-packet s2.ts", "ts-continuity s3.ts",
      ]
    )
  }

  @Test("packets that are lost while a PES packet spans two segments are reported")
  func lossInSplitPES() async throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.tags(2)
    builder.id3(StreamBuilder.tag(2), pts: 1_062_000) { $0.removeLast() }
    let first = builder.bytes
    builder.writer.skipCounter(pid: StreamBuilder.id3PID, by: 2)
    builder.unit([UInt8](repeating: 0, count: 100), pid: StreamBuilder.id3PID) {
      $0[0].startsUnit = false
    }
    builder.tables()
    builder.tags(2, start: 1_080_000, firstIndex: 3)
    let second = Array(builder.bytes.dropFirst(first.count))
    let events = try await Sample.events(
      Sample.playlist(Sample.names(2)),
      Sample.files([first, second])
    )
    #expect(events.notes.map(\.id).contains("ts-continuity"))
    #expect(Sample.indices(events.tags) == [0, 1, 3, 4])
  }

  @Test("a segment with EXT-X-GAP is reported and counted separately")
  func gap() async throws {
    let playlist = Sample.playlist(Sample.names(3), lines: [1: ["#EXT-X-GAP"]])
    let events = try await Sample.events(playlist, Sample.files(Sample.segments(3)))
    #expect(events.notes.filter { $0.id == "hls-segment-gap" }.map(\.segment) == ["s1.ts"])
    #expect(events.summary?.renditions.map(\.segmentsInGaps) == [1])
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [0])
  }

  @Test("a compressed segment is reported with its compression format")
  func compressed() async throws {
    var files = Sample.files(Sample.segments(2))
    files["https://test/s1.ts"] = [0x1F, 0x8B, 0x08] + [UInt8](repeating: 7, count: 500)
    let events = try await Sample.events(Sample.playlist(Sample.names(2)), files)
    let notes = events.notes.filter(Self.isMissing)
    #expect(notes.first?.detail.contains("is compressed with gzip") == true)
  }

  @Test("a presentation whose segments are all missing gives notes and then an error")
  func allMissing() async throws {
    let reader = try Sample.reader(Sample.playlist(Sample.names(3)), MemoryLoader([:]))
    var notes = 0
    let error = await #expect(throws: TimedMetadataError.self) {
      while let event = try await reader.next() { if case .note = event { notes += 1 } }
    }
    #expect(notes == 3)
    #expect(error?.code == .cannotOpen)
    #expect(error?.reason.contains("s0.ts") == true)
    #expect(try await reader.next() == nil)
  }

  @Test("an empty playlist gives a summary and no tags")
  func empty() async throws {
    let events = try await Sample.events(Sample.playlist([]), [:])
    #expect(events.tags.isEmpty)
    #expect(events.summary?.renditions.count == 1)
  }

  @Test(
    "a segment that is not media is reported and skipped",
    arguments: [
      Array("<html><body>not here</body></html>".utf8), Array("#EXTM3U\n".utf8), [],
      [UInt8](repeating: 0x9C, count: 50_000),
    ]
  )
  func notMedia(bytes: [UInt8]) async throws {
    var files = Sample.files(Sample.segments(3))
    files["https://test/s1.ts"] = bytes
    let events = try await Sample.events(Sample.playlist(Sample.names(3)), files)
    #expect(Sample.indices(events.tags) == [0, 1, 4, 5])
    #expect(events.tags.map { rounded($0.time) } == [0.9, 1.9, 4.9, 5.9])
    #expect(events.notes.filter(Self.isMissing).map(\.segment) == ["s1.ts"])
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [1])
    #expect(events.summary?.renditions.map(\.segmentsRead) == [2])
  }

  @Test("a presentation without any media throws an error")
  func onlyGarbage() async throws {
    let garbage = [UInt8](repeating: 0x9C, count: 50_000)
    let error = await #expect(throws: TimedMetadataError.self) {
      try await Sample.events(
        Sample.playlist(["a.ts", "b.ts"]),
        ["https://test/a.ts": garbage, "https://test/b.ts": garbage]
      )
    }
    #expect(error?.code == .unknownKind)
  }

  // MARK: - Cut segments

  /// A segment whose only tag lacks its last packet, and a segment whose first packet could be that packet.
  private static func cutTag() -> [[UInt8]] {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(1), pts: 900_000) { $0.removeLast() }
    let first = builder.bytes
    builder.tables()
    builder.audio(pts: 990_000)
    builder.id3(StreamBuilder.tag(2), pts: 990_000)
    return [first, Array(builder.bytes.dropFirst(first.count))]
  }

  @Test("a tag that ends early at the end of a segment takes no bytes from the next segment")
  func cut() async throws {
    let events = try await Sample.events(
      Sample.playlist(Sample.names(2)),
      Sample.files(Self.cutTag())
    )
    let whole = events.tags.filter { !$0.notes.contains("tag-truncated") }
    #expect(Sample.indices(whole) == [2])
    #expect(events.tags.allSatisfy { $0.bytes.count <= 271 })
  }

  @Test(
    "an incomplete packet at the end of a segment does not affect the next segment",
    arguments: [1, 100, 187]
  )
  func halfPacket(count: Int) async throws {
    var segments = Sample.segments(2)
    segments[0] += Sample.segments(1)[0].prefix(count)
    let events = try await Sample.events(Sample.playlist(Sample.names(2)), Sample.files(segments))
    #expect(Sample.indices(events.tags) == [0, 1, 2, 3])
  }

  @Test("a segment whose transfer breaks off is read up to that point, and dates remain correct")
  func broken() async throws {
    let segments = Sample.segments(3)
    // The half has two tables, ten frames, one tag and three frames.
    let half = (2 + 10 + 2 + 3) * 188
    var answers = Sample.files(segments).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers["https://test/s1.ts"] = [.cut(Array(segments[1].prefix(half)))]
    let playlist = Sample.playlist(
      Sample.names(3),
      lines: [
        0: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"],
        2: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:04Z"],
      ]
    )
    let reader = try Sample.reader(playlist, MemoryLoader(answers: answers))
    let events = try await allEvents(of: reader)
    #expect(Sample.indices(events.tags) == [0, 1, 2, 4, 5])
    #expect(events.tags.map { rounded($0.time) } == [0.9, 1.9, 2.9, 4.9, 5.9])
    #expect(
      events.tags.map { rounded($0.wallClock.map { $0 - 1_704_067_200 }) }
        == [0.9, 1.9, 2.9, 4.9, 5.9]
    )
    #expect(events.notes.filter(Self.isMissing).map(\.segment) == ["s1.ts"])
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [1])
    #expect(events.summary?.renditions.map(\.segmentsRead) == [2])
  }

  @Test("a tag that continues in the next segment is delivered whole")
  func straddling() async throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(1), pts: 900_000)
    let whole = builder.bytes
    let cut = whole.count - 188
    let rest = Array(whole[cut...])
    builder.tables()
    builder.audio(pts: 990_000)
    builder.id3(StreamBuilder.tag(2), pts: 990_000)
    let second = rest + builder.bytes[whole.count...]
    let events = try await Sample.events(
      Sample.playlist(Sample.names(2)),
      Sample.files([Array(whole[..<cut]), second])
    )
    #expect(Sample.indices(events.tags) == [1, 2])
    #expect(events.tags.map(\.segment) == ["s0.ts", "s1.ts"])
    #expect(events.tags.allSatisfy { $0.notes.isEmpty })
  }

  @Test("a note without a time gets the start time of its segment")
  func noteTimes() async throws {
    // Each segment has about two seconds and lacks the time stamp at its beginning.
    let segments = Array(repeating: SampleAudio.adts(count: 94), count: 3)
    let events = try await Sample.events(Sample.playlist(Sample.names(3)), Sample.files(segments))
    let notes = events.notes.filter { $0.id == "hls-packed-audio-timestamp" }
    #expect(notes.map(\.segment) == ["s0.ts", "s1.ts", "s2.ts"])
    #expect(notes.map { $0.time?.rounded() } == [0, 2, 4])
  }
}
