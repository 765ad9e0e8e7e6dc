import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

/// Times, dates, starts and limits of presentations.
@Suite struct PlaylistReaderTimelineTests {
  private typealias Sample = SamplePresentation
  private static let unix = 1_704_067_200.0

  @Test("time continues over declared discontinuities, whatever the clock does")
  func discontinuities() async throws {
    let parts = [
      Sample.segments(1), Sample.segments(1, start: 80_000_000, firstIndex: 2),
      Sample.segments(1, start: 5, firstIndex: 4),
    ]
    let events = try await Sample.events(
      Sample.playlist(
        Sample.names(3),
        lines: [1: ["#EXT-X-DISCONTINUITY"], 2: ["#EXT-X-DISCONTINUITY"]]
      ),
      Sample.files(parts.flatMap { $0 })
    )
    #expect(Sample.indices(events.tags) == Array(0..<6))
    #expect(events.tags.map { rounded($0.time) } == [0.9, 1.9, 2.9, 3.9, 4.9, 5.9])
    #expect(events.notes.isEmpty)
  }

  @Test("times continue when the clock wraps within the presentation")
  func wrap() async throws {
    let start = (Int64(1) << 33) - 90_000 * 3
    let events = try await Sample.events(
      Sample.playlist(Sample.names(3)),
      Sample.files(Sample.segments(3, start: start))
    )
    #expect(events.tags.map { rounded($0.time) } == [0.9, 1.9, 2.9, 3.9, 4.9, 5.9])
  }

  @Test("an undeclared jump of the clock is noted at its segment")
  func undeclared() async throws {
    let segments = Sample.segments(2) + Sample.segments(1, start: 90_000_000, firstIndex: 4)
    let events = try await Sample.events(Sample.playlist(Sample.names(3)), Sample.files(segments))
    #expect(events.tags.map { rounded($0.time) } == [0.9, 1.9, 2.9, 3.9, 4.9, 5.9])
    let notes = events.notes.filter { $0.id == "hls-discontinuity-undeclared" }
    #expect(notes.map(\.segment) == ["s2.ts"])
  }

  @Test("each EXT-X-PROGRAM-DATE-TIME sets the time of day again")
  func wallClock() async throws {
    let events = try await Sample.events(
      Sample.playlist(
        Sample.names(4),
        lines: [
          0: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"],
          // The date skips one second.
          2: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:05.000+00:00"],
          3: ["#EXT-X-DISCONTINUITY"],
        ]
      ),
      Sample.files(Sample.segments(4))
    )
    let clocks = events.tags.map { rounded($0.wallClock.map { $0 - Self.unix }) }
    #expect(clocks == [0.9, 1.9, 2.9, 3.9, 5.9, 6.9, 7.9, 8.9])
  }

  @Test("a date applies to the first frame of its segment, whatever EXTINF is")
  func wallClockByMedia() async throws {
    var playlist = Sample.playlist(
      Sample.names(6),
      lines: Dictionary(
        uniqueKeysWithValues: (0..<6).map {
          ($0, ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:\($0 < 5 ? "0" : "")\($0 * 2)Z"])
        }
      )
    )
    playlist.replace("#EXTINF:2.0,", with: "#EXTINF:2.13,")
    let events = try await Sample.events(playlist, Sample.files(Sample.segments(6)))
    let clocks = events.tags.map { rounded($0.wallClock.map { $0 - Self.unix }) }
    #expect(clocks == (0..<12).map { rounded(Double($0) + 0.9) })
  }

  @Test(
    "tags have the correct time of day wherever reading starts, and after a missing segment",
    arguments: [
      (0, 0.0, nil, [0.9, 1.9, 2.9, 3.9, 4.9, 5.9, 6.9, 7.9]),
      // The dates are counted forward from the first segment and back from a later one.
      (0, 4, nil, [4.9, 5.9, 6.9, 7.9]), (3, 2, nil, [2.9, 3.9, 4.9, 5.9, 6.9, 7.9]),
      (0, 0, 1, [0.9, 1.9, 4.9, 5.9, 6.9, 7.9]),
    ] as [(Int, Double, Int?, [Double])]
  )
  func wallClockOfAnyStart(dated: Int, from: Double, missing: Int?, clocks: [Double]) async throws {
    let date = "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:0\(dated * 2)Z"
    var files = Sample.files(Sample.segments(4))
    if let missing { files["https://test/s\(missing).ts"] = nil }
    let events = try await Sample.events(
      Sample.playlist(Sample.names(4), lines: [dated: [date]]),
      files,
      change: { $0.start = .seconds(from) }
    )
    #expect(events.tags.map { rounded($0.wallClock.map { $0 - Self.unix }) } == clocks)
  }

  @Test("a date range listed before the first segment that is read has a marker at its START-DATE")
  func rangeAheadOfStart() async throws {
    let events = try await Sample.events(
      Sample.playlist(
        Sample.names(4),
        lines: [
          0: [
            "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:07Z\",SCTE35-OUT=0xFC",
          ]
        ]
      ),
      Sample.files(Sample.segments(4)),
      change: { $0.start = .seconds(2) }
    )
    #expect(events.markers.map { rounded($0.time) } == [7])
  }

  /// Segments of two seconds with 25 frames per second, two B frames between the others, and a tag.
  private static func reordered(_ count: Int, starts: (Int) -> Int64) -> [[UInt8]] {
    (0..<count).map { segment in
      var builder = StreamBuilder()
      builder.tables(StreamBuilder.map(audioPID: nil))
      let start = starts(segment)
      var order = [0]
      for group in 0..<16 { order += [3, 1, 2].map { group * 3 + $0 } }
      order.append(49)
      for frame in order { builder.video(pts: start + Int64(frame) * 3600) }
      builder.id3(StreamBuilder.tag(segment), pts: start + 90_000)
      return builder.bytes
    }
  }

  @Test("B frames change neither times nor dates after a discontinuity", arguments: ["2.0", "2"])
  func reorderedFrames(duration: String) async throws {
    let lines = Dictionary(
      uniqueKeysWithValues: (0..<5).map {
        ($0, ["#EXT-X-DISCONTINUITY", "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:0\($0 * 2)Z"])
      }
    )
    var playlist = Sample.playlist(Sample.names(5), lines: lines)
    playlist.replace("#EXTINF:2.0,", with: "#EXTINF:\(duration),")
    let segments = Self.reordered(5) { _ in 900_000 }
    let events = try await Sample.events(playlist, Sample.files(segments))
    #expect(events.tags.map { rounded($0.time) } == [1, 3, 5, 7, 9])
    #expect(
      events.tags.map { rounded($0.wallClock.map { $0 - Self.unix }) } == [1, 3, 5, 7, 9]
    )
  }

  @Test("markers have the start time of their segment, or their own date")
  func markers() async throws {
    let events = try await Sample.events(
      Sample.playlist(
        Sample.names(3),
        lines: [
          0: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"],
          1: [
            "#EXT-X-CUE-OUT:30",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:03.5Z\",SCTE35-OUT=0xFC",
          ],
        ]
      ),
      Sample.files(Sample.segments(3))
    )
    #expect(events.markers.map(\.kind) == [.cueOut, .dateRange])
    #expect(events.markers.map { rounded($0.time) } == [2, 3.5])
    #expect(events.markers.map { rounded($0.wallClock) } == [Self.unix + 2, Self.unix + 3.5])
    #expect(events.markers.map(\.segment) == ["s1.ts", "s1.ts"])
  }

  @Test(
    "a time limit counts from the first segment that is read and ends all requests",
    arguments: [(0.5, 0), (1, 1), (3.9, 4), (100, 100), (1e9, 120)]
  )
  func limit(seconds: Double, count: Int) async throws {
    let loader = MemoryLoader(Sample.files(Sample.segments(60)))
    let reader = try Sample.reader(
      Sample.playlist(Sample.names(60)),
      loader,
      options: ReaderOptions(limitSeconds: seconds)
    )
    let events = try await allEvents(of: reader)
    #expect(events.tags.count == count)
    #expect(rounded(events.summary?.duration) == min(seconds, 120))
    if seconds < 10 { #expect(loader.requests.count < 30) }
  }

  @Test(
    "reading begins at the requested start, and times count from the start of the presentation",
    arguments: [
      (ReadingStart.beginning, 0), (.live, 0), (.seconds(4), 4), (.seconds(5), 5),
      (.seconds(4.91), 5), (.seconds(-4), 16), (.seconds(-4.5), 15), (.wallClock(1_704_067_209), 9),
    ]
  )
  func starts(start: ReadingStart, first: Int) async throws {
    let loader = MemoryLoader(Sample.files(Sample.segments(10)))
    let reader = try Sample.reader(
      Sample.playlist(
        Sample.names(10),
        lines: [0: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"]]
      ),
      loader,
      options: ReaderOptions(limitSeconds: 3)
    ) { $0.start = start }
    let events = try await allEvents(of: reader)
    let expected = [first, first + 1, first + 2]
    #expect(Sample.indices(events.tags) == expected)
    #expect(events.tags.map { rounded($0.time) } == expected.map { rounded(Double($0) + 0.9) })
    #expect(loader.requestedNames.first == "s\(first / 2).ts")
  }

  @Test("a start after the end reads nothing, and the summary reports the end")
  func behind() async throws {
    let events = try await Sample.events(
      Sample.playlist(Sample.names(2)),
      Sample.files(Sample.segments(2))
    ) { $0.start = .seconds(100) }
    #expect(events.tags.isEmpty)
    #expect(events.summary?.endBeforeStart == PresentationEnd(seconds: 4))
  }

  @Test("a start by time of day needs dates in the playlist")
  func noDates() async throws {
    let error = await #expect(throws: TimedMetadataError.self) {
      try await Sample.events(Sample.playlist(Sample.names(2)), Sample.files(Sample.segments(2))) {
        $0.start = .wallClock(1_704_067_209)
      }
    }
    #expect(error?.reason.contains("EXT-X-PROGRAM-DATE-TIME") == true)
  }
}
