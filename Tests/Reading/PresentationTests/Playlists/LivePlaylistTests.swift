import ReaderTestSupport
import System
import Testing
import TimedMetadata

@testable import Presentation

/// Live playlists that are read on a clock on which waiting takes no time.
@Suite struct LivePlaylistTests {
  private typealias Sample = SamplePresentation

  /// The playlist version with the segments of a window.
  private static func version(
    _ window: Range<Int>,
    seconds: Int = 2,
    lines: [Int: [String]] = [:],
    header: [String] = [],
    isLive: Bool = true
  ) -> String {
    Sample.playlist(
      window.map { "s\($0).ts" },
      seconds: seconds,
      mediaSequence: window.lowerBound,
      lines: lines,
      header: header,
      isLive: isLive
    )
  }

  private static func loader(
    _ versions: [String],
    segments: Int = 12,
    failures: Set<Int> = []
  ) -> MemoryLoader {
    var answers = Sample.files(Sample.segments(segments)).mapValues {
      [MemoryLoader.Answer.bytes($0)]
    }
    answers[Sample.url] = versions.enumerated().map { index, text in
      failures.contains(index) ? .failure(.unreachable) : .bytes(Array(text.utf8))
    }
    return MemoryLoader(answers: answers)
  }

  /// Reads the first version, and then the versions of the loader.
  private static func events(
    _ first: String,
    _ loader: MemoryLoader,
    options: ReaderOptions = ReaderOptions(),
    start: ReadingStart? = .beginning,
    change: (inout PlaylistAccess) -> Void = { _ in }
  ) async throws -> [TimedMetadataEvent] {
    let reader = try Sample.reader(first, loader, options: options) {
      $0.start = start
      $0.clock = TestClock()
      change(&$0)
    }
    return try await allEvents(of: reader)
  }

  @Test("each segment of a sliding playlist that ends is read once")
  func slides() async throws {
    let loader = Self.loader([
      Self.version(1..<4), Self.version(2..<5), Self.version(4..<7, isLive: false),
    ])
    let events = try await Self.events(Self.version(0..<3), loader)
    #expect(Sample.indices(events.tags) == Array(0..<14))
    #expect(events.tags.map { rounded($0.time) } == (0..<14).map { rounded(Double($0) + 0.9) })
    #expect(events.notes.isEmpty)
    #expect(events.summary?.renditions.map(\.segmentsRead) == [7])
  }

  /// A date range that begins a break.
  private static func range(_ id: String, _ second: Int, _ attributes: String = "") -> String {
    "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"x\",START-DATE=\"2024-01-01T00:00:0\(second)Z\"\(attributes)"
  }

  @Test(
    "a break is announced once, and later versions only update it",
    arguments: [
      (
        [range("a", 1, ",SCTE35-OUT=0xFC,PLANNED-DURATION=4")],
        [range("a", 1, ",SCTE35-OUT=0xFC,PLANNED-DURATION=4,DURATION=3")], true,
        ["a out 4.0", "+a out 3.0"], 1
      ),
      (
        [range("a", 1, ",SCTE35-OUT=0xFC")],
        [
          range("a", 1, ",SCTE35-OUT=0xFC"),
          "#EXT-X-DATERANGE:ID=\"a\",END-DATE=\"2024-01-01T00:00:04Z\"",
        ], true, ["a out -", "+a out 3.0"], 0
      ),
      (
        [range("a", 1, ",SCTE35-OUT=0xFC,END-ON-NEXT=YES")],
        [range("a", 1, ",SCTE35-OUT=0xFC,END-ON-NEXT=YES"), range("b", 6, ",SCTE35-OUT=0xFC")],
        true, ["a out -", "+a out 5.0", "b out -"], 0
      ),
      (
        [range("a", 1)], [range("a", 1, ",SCTE35-OUT=0xFC,DURATION=3")], true,
        ["a - -", "a out 3.0"], 0
      ),
      // Without dates an update of the break has no position.
      (
        [range("a", 1, ",SCTE35-OUT=0xFC,PLANNED-DURATION=4")],
        [range("a", 1, ",SCTE35-OUT=0xFC,DURATION=3")], false, ["a out 4.0"], 1
      ),
    ] as [([String], [String], Bool, [String], Int)]
  )
  func rangesThatChange(
    first: [String],
    second: [String],
    isDated: Bool,
    marks: [String],
    guesses: Int
  ) async throws {
    func version(_ window: Range<Int>, _ lines: [String], isLive: Bool = true) -> String {
      let date = "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:0\(window.lowerBound * 2)Z"
      return Self.version(window, lines: [0: (isDated ? [date] : []) + lines], isLive: isLive)
    }
    let events = try await Self.events(
      version(0..<3, first),
      Self.loader([version(1..<4, second), version(2..<5, second, isLive: false)])
    )
    let found = events.markers.map { mark in
      "\(mark.isUpdate ? "+" : "")\(mark.id ?? "") \(mark.isOut == true ? "out" : "-") "
        + (mark.duration.map { "\($0)" } ?? "-")
    }
    #expect(found == marks)
    #expect(events.notes.count { $0.id == "hls-daterange-guessed" } == guesses)
  }

  @Test("a playlist that grows or stays unchanged for a while is read to its end")
  func grows() async throws {
    let loader = Self.loader([
      Self.version(0..<2), Self.version(0..<3), Self.version(0..<3),
      Self.version(0..<4, isLive: false),
    ])
    let events = try await Self.events(Self.version(0..<2), loader)
    #expect(Sample.indices(events.tags) == Array(0..<8))
    #expect(loader.requestedNames.filter { $0 == "index.m3u8" }.count == 4)
  }

  @Test("reading begins near the end of the window by default")
  func liveEdge() async throws {
    let loader = Self.loader([Self.version(0..<10, isLive: false)])
    let events = try await Self.events(Self.version(0..<8), loader, start: nil)
    #expect(Sample.indices(events.tags) == Array(10..<20))
    #expect(events.tags.first.map { rounded($0.time) } == 0.9)
  }

  @Test("segments that left the window unread are reported, and later tags keep their times")
  func missedWindow() async throws {
    let loader = Self.loader([Self.version(5..<8, isLive: false)])
    let events = try await Self.events(Self.version(0..<3), loader)
    #expect(Sample.indices(events.tags) == Array(0..<6) + Array(10..<16))
    #expect(events.tags.last.map { rounded($0.time) } == 15.9)
    let note = try #require(events.notes.first { $0.id == "hls-window-missed" })
    #expect(note.segment == "s5.ts")
    #expect(note.detail.hasPrefix("2 segments"))
  }

  @Test("a reader that falls behind continues in the window and notes the skipped segments")
  func fallsBehind() async throws {
    let loader = Self.loader([Self.version(3..<6), Self.version(6..<9, isLive: false)])
    loader.hold("https://test/s0.ts")
    let reloads = Shared(0)
    let behind = Shared([Int]())
    let events = try await Self.events(Self.version(0..<3), loader) { access in
      access.limits.segmentsInFlight = 1
      access.onBacklog = { _, segments in behind.withLock { $0.append(segments) } }
      access.onReload = { _ in
        if reloads.withLock({
          $0 += 1; return $0 == 2
        }) {
          loader.release("https://test/s0.ts")
        }
      }
    }
    #expect(Sample.indices(events.tags) == [0, 1] + Array(6..<18))
    #expect(events.tags.last.map { rounded($0.time) } == 17.9)
    let missing = events.notes.filter { $0.id == "hls-segment-missing" }
    #expect(missing.map(\.segment) == ["s1.ts", "s2.ts"])
    #expect(missing.allSatisfy { $0.detail.hasPrefix("left the live playlist") })
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [2])
    #expect(!loader.requestedNames.contains("s1.ts"))
    #expect(behind.read { $0.first == 3 && $0.max() == 6 && $0.last == 0 })
  }

  @Test("a restarted packager is reported, and its new segments are read")
  func restarts() async throws {
    var answers = Sample.files(Sample.segments(3)).mapValues { [MemoryLoader.Answer.bytes($0)] }
    let second = Sample.segments(3, start: 50_000_000, firstIndex: 20)
    answers.merge(Sample.files(second, name: "t").mapValues { [.bytes($0)] }) { $1 }
    let version = Sample.playlist(Sample.names(3, name: "t"), isLive: false)
    answers[Sample.url] = [.bytes(Array(version.utf8))]
    let events = try await Self.events(
      Sample.playlist(Sample.names(3), mediaSequence: 500, isLive: true),
      MemoryLoader(answers: answers)
    )
    #expect(Sample.indices(events.tags) == Array(0..<6) + Array(20..<26))
    #expect(events.tags.map { rounded($0.time) } == (0..<12).map { rounded(Double($0) + 0.9) })
    #expect(events.notes.filter { $0.id == "hls-window-missed" }.count == 1)
  }

  @Test("a playlist that is unavailable for a while is noted once, and reading continues")
  func fails() async throws {
    let loader = Self.loader(
      ["", "", Self.version(0..<5), Self.version(0..<6, isLive: false)],
      failures: [0, 1]
    )
    let events = try await Self.events(Self.version(0..<3), loader)
    #expect(Sample.indices(events.tags) == Array(0..<12))
    #expect(events.notes.filter { $0.id == "hls-playlist-unanswered" }.count == 1)
    let reloads = loader.requests.filter { $0.url == Sample.url }
    // A reload after a failure is not retried itself: the next reload follows.
    #expect(reloads.map(\.isAskedAgain) == [false, true, true, false])
  }

  @Test(
    "an invalid playlist is noted once, or repeatedly with a reminder interval",
    arguments: [(nil, 1), (1, 5)] as [(Double?, Int)]
  )
  func reminders(reminder: Double?, expected: Int) async throws {
    let header = ["#EXT-X-DISCONTINUITY-SEQUENCE:nonsense"]
    let versions = (1..<5).map { Self.version(0..<2 + $0, header: header, isLive: $0 < 4) }
    let first = Self.version(0..<2, header: header)
    let events = try await Self.events(first, Self.loader(versions)) { $0.reminder = reminder }
    let notes = events.notes.filter { $0.id == "hls-playlist-invalid" }
    #expect(notes.count == expected)
    #expect(Set(notes.map(\.detail)).count == 1)
  }

  @Test("a playlist without new segments is noted, and reading ends at the timeout")
  func stale() async throws {
    let loader = Self.loader([Self.version(0..<3)])
    let events = try await Self.events(Self.version(0..<3), loader) {
      $0.limits.liveTimeoutSeconds = 20
    }
    #expect(Sample.indices(events.tags) == Array(0..<6))
    let notes = events.notes.filter { $0.id == "hls-playlist-stale" }
    #expect(notes.count == 2)
    #expect(notes.last?.detail.hasSuffix("gave up") == true)
    #expect(notes.map(\.segment) == ["s2.ts", "s2.ts"])
    #expect(notes.map { rounded($0.time) } == [4, 4])
    // Reloads follow every second, which is half the target duration.
    #expect((15...25).contains(loader.requestedNames.filter { $0 == "index.m3u8" }.count))
  }

  @Test("when a stale playlist changes, a note has the total time without a change")
  func moves() async throws {
    let versions =
      Array(repeating: Self.version(0..<3), count: 8)
      + [Self.version(0..<4), Self.version(0..<5, isLive: false)]
    let events = try await Self.events(Self.version(0..<3), Self.loader(versions))
    let notes = events.notes.filter { $0.id == "hls-playlist-stale" }
    // Eight reloads, the first after two seconds and the others every second, find no change.
    let seconds = notes.compactMap(\.measured)
    #expect(seconds.count == 2)
    #expect(seconds.first ?? 0 < seconds.last ?? 0)
    #expect(seconds.last ?? 0 >= 9)
    #expect(notes.last?.detail.hasPrefix("playlist unchanged for ") == true)
    #expect(Set(notes.map(\.segment)) == ["s2.ts"])
  }

  @Test("a playlist with long segments has a longer timeout")
  func patience() async throws {
    let loader = Self.loader([Self.version(0..<3, seconds: 100)])
    let events = try await Self.events(Self.version(0..<3, seconds: 100), loader) {
      $0.limits.liveTimeoutSeconds = 20
    }
    let note = events.notes.last { $0.id == "hls-playlist-stale" }
    #expect(note?.detail.hasPrefix("playlist unchanged for 350.0 s") == true)
  }

  @Test(
    "a version that is not a media playlist is noted, and the next version is read",
    arguments: [
      "<html>", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", "",
    ]
  )
  func wrongKind(text: String) async throws {
    let loader = Self.loader([text, Self.version(0..<4, isLive: false)])
    let events = try await Self.events(Self.version(0..<3), loader)
    #expect(Sample.indices(events.tags) == Array(0..<8))
    #expect(events.notes.map(\.id).contains("hls-playlist-invalid"))
  }

  @Test("time continues after the media sequence restarts with the same clock")
  func restartOfTheClock() async throws {
    let loader = Self.loader([
      Self.version(6..<9), Self.version(0..<1), Self.version(0..<3, isLive: false),
    ])
    let events = try await Self.events(Self.version(5..<8), loader)
    let indices = Array(10..<18) + Array(0..<6)
    #expect(Sample.indices(events.tags) == indices)
    let times = events.tags.compactMap { rounded($0.time) }
    #expect(times == (0..<14).map { rounded(Double($0) + 0.9) })
    #expect(events.notes.map(\.id).contains("hls-window-missed"))
  }

  @Test("an ad break gives one marker, however many versions list it")
  func markers() async throws {
    let date = "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"
    let range =
      "#EXT-X-DATERANGE:ID=\"ad\",START-DATE=\"2024-01-01T00:00:08Z\",SCTE35-OUT=0xFC,"
      + "PLANNED-DURATION=4"
    let loader = Self.loader([
      Self.version(0..<4, lines: [0: [date, range]]),
      Self.version(0..<5, lines: [0: [date, range]]),
      Self.version(0..<6, lines: [0: [date, range]], isLive: false),
    ])
    let events = try await Self.events(Self.version(0..<3, lines: [0: [date]]), loader)
    #expect(events.markers.map(\.id) == ["ad"])
    #expect(events.markers.map { rounded($0.time) } == [8])
    #expect(events.markers.map(\.duration) == [4])
  }

  @Test("blocking reloads and delta updates are requested when the server offers them")
  func directives() async throws {
    let control = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24"]
    var answers = Sample.files(Sample.segments(4)).mapValues { [MemoryLoader.Answer.bytes($0)] }
    let delta =
      "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n"
      + "\(control[0])\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:2.0,\ns3.ts\n#EXT-X-ENDLIST\n"
    let url = "\(Sample.url)?_HLS_msn=3&_HLS_skip=YES"
    answers[url] = [.bytes(Array(delta.utf8))]
    let loader = MemoryLoader(answers: answers)
    let events = try await Self.events(Self.version(0..<3, header: control), loader)
    #expect(Sample.indices(events.tags) == Array(0..<8))
    #expect(loader.requests.map(\.url).contains(url))
  }

  @Test("at the limit, all reading and reloading of an endless presentation ends")
  func limit() async throws {
    var answers: [String: [MemoryLoader.Answer]] = [:]
    var top = "#EXTM3U\n"
    for name in ["a", "b"] {
      top += "#EXT-X-STREAM-INF:BANDWIDTH=1\n\(name).m3u8\n"
      answers.merge(Sample.files(Sample.segments(60), name: name).mapValues { [.bytes($0)] }) { $1 }
      // The playlist never ends.
      answers["https://test/\(name).m3u8"] = (1...57).map { first in
        .bytes(
          Array(
            Sample.playlist(
              (first..<first + 3).map { "\(name)\($0).ts" },
              mediaSequence: first,
              isLive: true
            ).utf8
          )
        )
      }
    }
    let hasEnded = Shared(false)
    do {
      let loader = MemoryLoader(answers: answers) { hasEnded.withLock { $0 = true } }
      let events = try await Self.events(
        top,
        loader,
        options: ReaderOptions(limitSeconds: 9)
      ) { $0.limits.liveTimeoutSeconds = 1e9 }
      for name in ["variant/1", "variant/1#2"] {
        let tags = events.tags.filter { $0.rendition == name }
        #expect(Sample.indices(tags) == Array(2..<11))
      }
    }
    #expect(await hasEnded.wait { $0 ? true : nil } == true)
  }

  @Test("a live playlist without an address is read once")
  func noAddress() async throws {
    let loader = Self.loader([])
    var access = PlaylistAccess(url: nil, loader: loader)
    access.clock = TestClock()
    let text = Sample.playlist(Sample.names(3).map { "https://test/\($0)" }, isLive: true)
    let reader = try TimedMetadataEvents(MemorySource(Array(text.utf8)), access: access)
    #expect(Sample.indices(try await allEvents(of: reader).tags) == Array(0..<6))
    #expect(loader.requests.count == 3)
  }
}
