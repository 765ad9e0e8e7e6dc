import ReaderTestSupport
import Testing
import TimedMetadata

@testable import Presentation

/// Several variants and renditions on one timeline.
@Suite struct PlaylistReaderRenditionTests {
  private typealias Sample = SamplePresentation

  private static let master =
    "#EXTM3U\n"
    + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"English\",URI=\"audio.m3u8\"\n"
    + "#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,AUDIO=\"aac\"\nhigh.m3u8\n"
    + "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,AUDIO=\"aac\"\nlow.m3u8\n"

  /// A presentation with tags only in its audio. The audio starts half a second after the video.
  private static func files(_ count: Int, audioStart: Int64 = 945_000) -> [String: [UInt8]] {
    var files = Sample.files(Sample.segmentsWithoutTags(count), name: "h")
    files.merge(Sample.files(Sample.segmentsWithoutTags(count), name: "l")) { $1 }
    files.merge(Sample.files(Sample.segments(count, start: audioStart), name: "a")) { $1 }
    for (name, prefix) in [("high", "h"), ("low", "l"), ("audio", "a")] {
      files["https://test/\(name).m3u8"] = Array(
        Sample.playlist(Sample.names(count, name: prefix)).utf8
      )
    }
    return files
  }

  @Test("tags of an audio rendition have times on the common timeline")
  func audioOnly() async throws {
    let events = try await Sample.events(Self.master, Self.files(3))
    #expect(Sample.indices(events.tags) == Array(0..<6))
    #expect(events.tags.allSatisfy { $0.rendition == "audio/aac/English" })
    #expect(events.tags.map { rounded($0.time) } == (0..<6).map { rounded(Double($0) + 1.4) })
    let summary = try #require(events.summary)
    #expect(
      summary.renditions.map(\.name) == ["video/1280x720", "video/640x360", "audio/aac/English"]
    )
    #expect(summary.renditions.map(\.uri) == ["high.m3u8", "low.m3u8", "audio.m3u8"])
    #expect(summary.renditions.map(\.nielsenTags) == [0, 0, 6])
    #expect(summary.renditions.map(\.segmentsRead) == [3, 3, 3])
    #expect(summary.renditions.map { rounded($0.end) } == [6, 6, 6.5])
    #expect(rounded(summary.duration) == 6.5)
    #expect(events.notes.isEmpty)
  }

  @Test(
    "time 0 is the earliest first frame, wherever reading starts",
    arguments: [ReadingStart.beginning, .seconds(1), .seconds(2.5), .seconds(4)]
  )
  func zero(start: ReadingStart) async throws {
    var files = Self.files(4, audioStart: 898_200)
    files.merge(Sample.files(Sample.segments(4), name: "h")) { $1 }
    let events = try await Sample.events(Self.master, files) { $0.start = start }
    let from = if case .seconds(let seconds) = start { seconds } else { 0.0 }
    for (name, offset) in [("audio/aac/English", 0.9), ("video/1280x720", 0.92)] {
      let tags = events.tags.filter { $0.rendition == name }
      let times = (0..<8).map { rounded(Double($0) + offset) }.filter { $0 ?? 0 >= from }
      #expect(tags.map { rounded($0.time) } == times)
    }
  }

  @Test("the clock of one rendition may wrap before the other clocks")
  func wraps() async throws {
    let modulus = Int64(1) << 33
    var files = Self.files(2, audioStart: 45_000)
    for name in ["h", "l"] {
      let segments = Sample.segmentsWithoutTags(2, start: modulus - 45_000)
      files.merge(Sample.files(segments, name: name)) { $1 }
    }
    let events = try await Sample.events(Self.master, files)
    #expect(events.tags.map { rounded($0.time) } == [1.9, 2.9, 3.9, 4.9])
  }

  @Test("a rendition with an unrelated clock gets its times from its playlist, with one note")
  func otherClock() async throws {
    let events = try await Sample.events(Self.master, Self.files(2, audioStart: 90_000_000))
    #expect(events.tags.map { rounded($0.time) } == [0.9, 1.9, 2.9, 3.9])
    let notes = events.notes.filter { $0.id == "hls-discontinuity-undeclared" }
    #expect(notes.map(\.rendition) == ["audio/aac/English"])
  }

  @Test("playlists with the same segments are read once and reported under each name")
  func same() async throws {
    var files = Self.files(2)
    let text = Array(Sample.playlist(Sample.names(2, name: "a")).utf8)
    files["https://test/high.m3u8"] = text
    files["https://test/low.m3u8"] = text
    let loader = MemoryLoader(files)
    let events = try await allEvents(of: Sample.reader(Self.master, loader))
    #expect(loader.requestedNames.filter { $0.hasSuffix(".ts") } == ["a0.ts", "a1.ts"])
    #expect(events.tags.count == 12)
    #expect(
      events.tags.prefix(3).map(\.rendition)
        == ["video/1280x720", "video/640x360", "audio/aac/English"]
    )
    #expect(events.summary?.renditions.map(\.tags) == [4, 4, 4])
    #expect(events.summary?.streams.map(\.tags) == [4, 4, 4])
  }

  @Test("only the selected renditions are requested")
  func selection() async throws {
    let loader = MemoryLoader(Self.files(2))
    let reader = try Sample.reader(Self.master, loader) { $0.selection.renditions = ["English"] }
    let events = try await allEvents(of: reader)
    #expect(events.tags.count == 4)
    #expect(loader.requestedNames == ["audio.m3u8", "a0.ts", "a1.ts"])
  }

  @Test("an unknown variant name is refused with the names that exist")
  func unknownName() async {
    let error = await #expect(throws: TimedMetadataError.self) {
      try await Sample.events(Self.master, [:]) { $0.selection.variants = ["video/1920x1080"] }
    }
    #expect(error?.code == .notListed)
    #expect(error?.remedy.contains("video/1280x720") == true)
  }

  @Test("a missing playlist is noted, and the other playlists are read")
  func missingPlaylist() async throws {
    var files = Self.files(2)
    files["https://test/high.m3u8"] = nil
    let events = try await Sample.events(Self.master, files)
    #expect(events.tags.count == 4)
    #expect(events.notes.map(\.id) == ["hls-playlist-missing"])
    #expect(events.notes.map(\.rendition) == ["video/1280x720"])
    #expect(events.summary?.renditions.count == 2)
  }

  @Test("a presentation whose playlists are all missing throws an error")
  func noPlaylist() async {
    let error = await #expect(throws: TimedMetadataError.self) {
      try await Sample.events(Self.master, [:])
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.reason.contains("high.m3u8") == true)
  }

  @Test("a rendition whose segments are all missing does not affect the other renditions")
  func missingRendition() async throws {
    var files = Self.files(3)
    for number in 0..<3 { files["https://test/h\(number).ts"] = nil }
    let events = try await Sample.events(Self.master, files)
    #expect(events.tags.count == 6)
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [3, 0, 0])
    #expect(events.summary?.renditions.map(\.segmentsRead) == [0, 3, 3])
  }

  @Test("variants and renditions above the maximum are reported")
  func tooMany() async throws {
    let events = try await Sample.events(Self.master, Self.files(3)) { $0.limits.renditions = 2 }
    #expect(events.summary?.renditions.count == 2)
    let note = events.notes.first { $0.id == "hls-playlist-missing" }
    #expect(
      note?.detail.contains("3 variants and renditions are selected, but only the first 2 are read")
        == true
    )
  }

  @Test("markers that all playlists list are delivered once")
  func markers() async throws {
    var files = Self.files(3)
    for (name, prefix) in [("high", "h"), ("low", "l"), ("audio", "a")] {
      let text = Sample.playlist(
        Sample.names(3, name: prefix),
        lines: [1: ["#EXT-X-CUE-OUT:2"], 2: ["#EXT-X-CUE-IN"]]
      )
      files["https://test/\(name).m3u8"] = Array(text.utf8)
    }
    let events = try await Sample.events(Self.master, files)
    #expect(events.markers.map(\.kind) == [.cueOut, .cueIn])
    #expect(events.markers.map { rounded($0.time) } == [2, 4])
  }

  @Test("a marker at the first segment gets its time from the clock of its rendition")
  func firstMarker() async throws {
    var files = Self.files(3, audioStart: 900_000 + 20 * 90_000)
    files["https://test/audio.m3u8"] = Array(
      Sample.playlist(Sample.names(3, name: "a"), lines: [0: ["#EXT-X-CUE-OUT:2"]]).utf8
    )
    let events = try await Sample.events(Self.master, files)
    #expect(events.markers.map { rounded($0.time) } == [20])
    #expect(events.tags.first.map { rounded($0.time) } == 20.9)
  }

  @Test("the output does not depend on scheduling or on the number of concurrent requests")
  func deterministic() async throws {
    var files = Self.files(6)
    files["https://test/l3.ts"] = nil
    files["https://test/h1.ts"] = Array("<html>".utf8)
    let expected = try await Sample.events(Self.master, files)
    for round in 0..<50 {
      let loader = MemoryLoader(
        files,
        pieceSize: 376 + round * 100,
        jitter: UInt64(round) &* 0x9E37_79B9_7F4A_7C15
      )
      let reader = try Sample.reader(Self.master, loader) {
        $0.limits.segmentsInFlight = 1 + round % 5
      }
      let events = try await allEvents(of: reader)
      #expect(events == expected, "round \(round)")
    }
  }

  @Test("with one request at a time, no rendition is delivered a segment ahead of the others")
  func crowded() async throws {
    let count = 20
    var lines = "#EXTM3U\n"
    var files = Sample.files(Sample.segments(3, seconds: 150))
    for number in 0..<count {
      lines += "#EXT-X-STREAM-INF:BANDWIDTH=\(number + 1)\nv\(number).m3u8\n"
      let names = Sample.names(3).map { "\($0)?\(number)" }
      for name in names {
        files["https://test/\(name)"] = files["https://test/\(name.prefix(5))"]
      }
      files["https://test/v\(number).m3u8"] = Array(Sample.playlist(names, seconds: 150).utf8)
    }
    let events = try await Sample.events(lines, files) { $0.limits.segmentsInFlight = 1 }
    #expect(events.tags.count == count * 450)
    #expect(events.summary?.renditions.map(\.tags) == [Int](repeating: 450, count: count))
    // No rendition is a segment ahead of another.
    let order = events.tags.map { $0.segment?.prefix(5) }
    #expect(order == order.sorted { ($0 ?? "") < ($1 ?? "") })
  }
}
