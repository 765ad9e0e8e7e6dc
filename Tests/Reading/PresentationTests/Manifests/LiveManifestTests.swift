import Foundation
import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

/// 2026-01-01T00:00:00Z, when the sample channel starts.
private let midnight = 1_767_225_600.0

@Suite("dynamic DASH manifests that are reloaded")
struct LiveManifestTests {
  /// A version of the manifest with a SegmentTimeline.
  private static func version(
    _ segments: Range<Int>,
    isLive: Bool = true,
    attributes: String = "minimumUpdatePeriod=\"PT2S\"",
    events: String = ""
  ) -> [UInt8] {
    let start = (Sample.firstSecond + 2 * segments.lowerBound) * 90_000
    let timeline = """
      <SegmentTemplate timescale="90000" presentationTimeOffset="900000"
        startNumber="\(segments.lowerBound)" initialization="init.mp4" media="s$Number$.m4s">
        <SegmentTimeline><S t="\(start)" d="180000" r="\(segments.count - 1)"/></SegmentTimeline>
      </SegmentTemplate>
      """
    let kind =
      isLive
      ? "type=\"dynamic\" \(attributes)" : "type=\"static\" mediaPresentationDuration=\"PT1H\""
    let text = Sample.manifest(
      periods: ["<Period id=\"p\" start=\"PT0S\">\(Sample.set(timeline))\(events)</Period>"],
      attributes: "availabilityStartTime=\"2026-01-01T00:00:00Z\" \(kind)"
    )
    return Array(text.utf8)
  }

  /// Reads a channel with these manifest versions, on a clock on which waiting takes no time.
  private static func events(
    _ versions: [[UInt8]],
    at url: String = Sample.url,
    segments: Int,
    start: ReadingStart? = nil,
    limit: Double? = nil,
    clock: TestClock = TestClock(begin: midnight + 100),
    change: (inout [String: [MemoryLoader.Answer]]) -> Void = { _ in }
  ) async throws -> [TimedMetadataEvent] {
    var answers = Sample.files(segments).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[url] = versions.dropFirst().map { .bytes($0) }
    change(&answers)
    return try await Sample.events(
      String(decoding: versions[0], as: UTF8.self),
      MemoryLoader(answers: answers),
      options: ReaderOptions(limitSeconds: limit)
    ) { access in
      access.start = start
      access.clock = clock
    }
  }

  @Test("each new segment is read once, in order, until the manifest is static")
  func growing() async throws {
    let events = try await Self.events(
      [
        Self.version(0..<4), Self.version(0..<4), Self.version(1..<6), Self.version(3..<8),
        Self.version(3..<8, isLive: false),
      ],
      segments: 8,
      start: .beginning
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11, 13, 15])
    #expect(Sample.wallClocks(of: events.tags, since: midnight) == [1, 3, 5, 7, 9, 11, 13, 15])
    #expect(events.summary?.playlist?.isLive == true)
    #expect(!events.notes.contains { $0.id == "hls-window-missed" })
  }

  @Test(
    "reading begins three segments before the live edge, and the first segment read is at time 0"
  )
  func start() async throws {
    let events = try await Self.events(
      [Self.version(0..<6), Self.version(0..<6, isLive: false)],
      segments: 6
    )
    #expect(Sample.numbers(of: events.tags) == [3, 4, 5])
    #expect(Sample.times(of: events.tags) == [1, 3, 5])
    #expect(Sample.wallClocks(of: events.tags, since: midnight) == [7, 9, 11])
  }

  @Test("segments that leave the window before they are read are counted in a note")
  func missed() async throws {
    let events = try await Self.events(
      [Self.version(0..<4), Self.version(6..<8), Self.version(6..<8, isLive: false)],
      segments: 8,
      start: .beginning
    )
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 13, 15])
    #expect(events.notes.first { $0.id == "hls-window-missed" }?.amount == 2)
  }

  @Test("a reader that falls behind continues in the window and notes the skipped segments")
  func fallsBehind() async throws {
    var answers = Sample.files(8).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[Sample.url] = [
      .bytes(Self.version(4..<6)), .bytes(Self.version(4..<8, isLive: false)),
    ]
    let loader = MemoryLoader(answers: answers)
    loader.hold("https://test/s0.m4s")
    let (clock, renewals) = (TestClock(begin: midnight + 100), Shared(0))
    let behind = Shared([Int]())
    let events = try await Sample.events(
      String(decoding: Self.version(0..<4), as: UTF8.self),
      loader
    ) { access in
      access.start = .beginning
      access.clock = clock
      access.limits.segmentsInFlight = 1
      access.onBacklog = { _, segments in behind.withLock { $0.append(segments) } }
      access.onReload = { reload in
        guard case .renewed = reload.outcome else { return }
        if renewals.withLock({
          $0 += 1; return $0 == 2
        }) {
          loader.release("https://test/s0.m4s")
        }
      }
    }
    #expect(Sample.numbers(of: events.tags) == [0, 4, 5, 6, 7])
    #expect(Sample.times(of: events.tags) == [1, 9, 11, 13, 15])
    let missing = events.notes.filter { $0.id == "hls-segment-missing" }
    #expect(missing.map(\.segment) == ["s1.m4s", "s2.m4s", "s3.m4s"])
    #expect(behind.read { ($0.max() ?? 0) > 3 && $0.last == 0 })
    let media = loader.requests.filter { $0.purpose == .segment }
    #expect(media.count == 5 && media.allSatisfy { $0.timeLimit == .seconds(12) })
  }

  @Test("a moved availabilityStartTime is noted once and applies to segments listed after the move")
  func clockMoved() async throws {
    let moved = { (segments: Range<Int>, isLive: Bool) in
      let text = String(decoding: Self.version(segments, isLive: isLive), as: UTF8.self)
      return Array(text.replacing("2026-01-01T00:00:00Z", with: "2026-01-01T00:00:10Z").utf8)
    }
    let events = try await Self.events(
      [Self.version(0..<2), moved(0..<3, true), moved(0..<4, false)],
      segments: 4,
      start: .beginning
    )
    #expect(
      events.notes.filter { $0.id == .manifestClockMoved }.map(\.detail) == [
        "availabilityStartTime changed from 2026-01-01T00:00:00Z to 2026-01-01T00:00:10Z: "
          + "segments listed from now on get their times of day from the new value"
      ]
    )
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    #expect(Sample.wallClocks(of: events.tags, since: midnight) == [1, 3, 15, 17])
    let starts = events.compactMap { event in
      if case .segment(let segment) = event { segment.wallClock.map { $0 - midnight } } else { nil }
    }
    #expect(starts == [0, 2, 14, 16])
  }

  @Test("a temporary availabilityStartTime applies only to segments and events listed meanwhile")
  func clockMovedBack() async throws {
    let moved = { (bytes: [UInt8]) in
      let text = String(decoding: bytes, as: UTF8.self)
      return Array(text.replacing("2026-01-01T00:00:00Z", with: "2026-01-01T00:00:10Z").utf8)
    }
    let events = try await Self.events(
      [
        Self.version(0..<2, events: Sample.eventStream([1])),
        moved(Self.version(0..<3, events: Sample.eventStream([1, 2]))),
        Self.version(0..<4, isLive: false, events: Sample.eventStream([1, 2, 3])),
      ],
      segments: 4,
      start: .beginning
    )
    let wallClocks = { (isInManifest: Bool) in
      Sample.wallClocks(
        of: events.tags.filter { ($0.carriage == .mpdEvent) == isInManifest },
        since: midnight
      )
    }
    #expect(wallClocks(false) == [1, 3, 15, 7])
    #expect(wallClocks(true) == [1, 12, 3])
  }

  @Test("the next version of a manifest is read from its Location")
  func location() async throws {
    let moved = "https://test/next.mpd"
    let first = String(decoding: Self.version(0..<2), as: UTF8.self)
      .replacing("<Period", with: "<Location>\(moved)</Location><Period")
    let events = try await Self.events(
      [Array(first.utf8), Self.version(0..<4, isLive: false)],
      at: moved,
      segments: 4,
      start: .beginning
    )
    #expect(events.tags.count == 4)
  }

  @Test("numbered segments are read when available by the server's clock")
  func clock() async throws {
    let manifest = Sample.manifest(
      periods: ["<Period id=\"p\" start=\"PT0S\">\(Sample.set())</Period>"],
      attributes: """
        type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" mediaPresentationDuration="PT12S"
        """
    )
    let timing =
      "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\" value=\"https://test/time\"/>"
    // This machine's clock is an hour slow.
    let events = try await Self.events(
      [Array(manifest.replacing("</Period>", with: "</Period>\(timing)").utf8)],
      segments: 6,
      start: .beginning,
      clock: TestClock(begin: midnight + 5 - 3600)
    ) { answers in
      answers["https://test/time"] = [.bytes(Array("2026-01-01T00:00:05Z".utf8))]
    }
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11])
  }

  @Test("a manifest event that several versions list is delivered once")
  func manifestEvents() async throws {
    let events = try await Self.events(
      [
        Self.version(0..<2, events: Sample.eventStream([1, 2])),
        Self.version(0..<2, events: Sample.eventStream([1, 2, 3])),
        Self.version(0..<2, isLive: false, events: Sample.eventStream([2, 3, 4])),
      ],
      segments: 2,
      start: .beginning
    )
    let found = events.tags.filter { $0.carriage == .mpdEvent }
    #expect(Sample.numbers(of: found) == [21, 22, 23, 24])
    #expect(Sample.times(of: found) == [1, 2, 3, 4])
  }

  @Test(
    "an event that is missing from an older cached version is delivered once",
    arguments: ["<EventStream schemeIdUri=\"https://aomedia.org/emsg/ID3\"/>", ""]
  )
  func olderVersion(without: String) async throws {
    let event = """
      <EventStream schemeIdUri="https://aomedia.org/emsg/ID3"><Event presentationTime="1" \
      contentEncoding="base64">\(Data(StreamBuilder.tag(21)).base64EncodedString())</Event>\
      </EventStream>
      """
    let events = try await Self.events(
      [
        Self.version(0..<2, events: without), Self.version(0..<2, events: event),
        Self.version(0..<2, events: without), Self.version(0..<2, isLive: false, events: event),
      ],
      segments: 2,
      start: .beginning
    )
    #expect(Sample.numbers(of: events.tags.filter { $0.carriage == .mpdEvent }) == [21])
  }

  @Test("a version with different renditions or a different availabilityStartTime is noted")
  func changes() async throws {
    let last = String(decoding: Self.version(0..<4, isLive: false), as: UTF8.self)
      .replacing("2026-01-01T00:00:00Z", with: "2026-01-01T00:00:05Z")
      .replacing("</AdaptationSet>", with: "</AdaptationSet>\(Sample.set(type: "audio", id: "a"))")
    let events = try await Self.events(
      [Self.version(0..<2), Array(last.utf8)],
      segments: 4,
      start: .beginning
    )
    let details = events.notes.filter { [.manifest, .manifestClockMoved].contains($0.id) }
      .map(\.detail)
    #expect(details.count == 2)
    #expect(details.contains { $0.contains("2026-01-01T00:00:05Z") })
    #expect(details.contains { $0.hasPrefix("audio/a is new") })
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
  }

  @Test(
    "segments of a Period that is listed early are read after those of the preceding Period",
    arguments: [Sample.base(Sample.file(4).index), Sample.list]
  )
  func earlyPeriod(addressing: String) async throws {
    let advertisement = """
      <Period id="ad" start="PT16S" duration="PT8S">\(Sample.set(addressing))</Period>
      """
    let versions = [
      Self.version(4..<6), Self.version(4..<8), Self.version(4..<8, isLive: false),
    ].map { version in
      let text = String(decoding: version, as: UTF8.self)
      return Array(text.replacing("</Period>", with: "</Period>\(advertisement)").utf8)
    }
    let events = try await Self.events(
      versions,
      segments: 8,
      start: .beginning,
      clock: TestClock(begin: midnight + 13)
    ) { $0["https://test/media.mp4"] = [.bytes(Sample.file(4).bytes)] }
    #expect(Sample.numbers(of: events.tags) == [4, 5, 6, 7, 0, 1, 2, 3])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11, 13, 15])
  }

  @Test("an unreadable version at a new Location is noted with the new address")
  func unreadableLocation() async throws {
    let moved = "https://test/next.mpd"
    let first = String(decoding: Self.version(0..<2), as: UTF8.self)
      .replacing("<Period", with: "<Location>\(moved)</Location><Period")
    let events = try await Self.events(
      [Array(first.utf8), Array("<MPD".utf8), Self.version(0..<2, isLive: false)],
      at: moved,
      segments: 2,
      start: .beginning
    )
    #expect(events.notes.contains { $0.id == .manifest && $0.detail.contains(moved) })
  }

  @Test("a presentation that has not begun is noted with its start time")
  func future() async throws {
    let events = try await Self.events(
      [Self.version(0..<2), Self.version(0..<2, isLive: false)],
      segments: 2,
      start: .beginning,
      clock: TestClock(begin: midnight - 10)
    )
    #expect(events.notes.contains { $0.detail.contains("begins at 2026-01-01T00:00:00Z") })
  }

  @Test("unreadable versions are noted once, and the next version is read")
  func failing() async throws {
    let events = try await Self.events(
      [
        Self.version(0..<2), Array("<MPD".utf8), Array("<MPD".utf8),
        Self.version(0..<4, isLive: false),
      ],
      segments: 4,
      start: .beginning
    )
    #expect(events.tags.count == 4)
    #expect(events.notes.filter { $0.id == .manifest }.count == 1)
  }

  @Test("a failed manifest request is repeated up to three times at short intervals")
  func failingForLong() async throws {
    let versions = [0..<2, 0..<4].map {
      Self.version($0, isLive: $0.count < 4, attributes: "minimumUpdatePeriod=\"PT10S\"")
    }
    var answers = Sample.files(4).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[Sample.url] =
      Array(repeating: .failure(.unreachable), count: 4) + [.bytes(versions[1])]
    let loader = MemoryLoader(answers: answers)
    let clock = TestClock(begin: midnight + 100)
    let events = try await Sample.events(String(decoding: versions[0], as: UTF8.self), loader) {
      access in
      access.start = .beginning
      access.clock = clock
    }
    #expect(events.tags.count == 4)
    let reloads = loader.requests.filter { $0.url == Sample.url }
    #expect(reloads.map(\.isAskedAgain) == [false, true, true, false, false])
    // The waits are 10 s before the first and the last request and 4.1 s before each of the others.
    #expect((32..<33).contains(clock.now))
  }

  @Test(
    "reading ends at the limit although the manifest lists further segments and events",
    arguments: [[], [2], [2, 30]]
  )
  func limit(eventTimes: [Int]) async throws {
    let (events, clock) = (Sample.eventStream(eventTimes), TestClock(begin: midnight + 100))
    let read = try await Self.events(
      (2..<40).map { Self.version(0..<$0, events: events) },
      segments: 40,
      start: .beginning,
      limit: 4,
      clock: clock
    )
    #expect(Sample.times(of: read.tags).sorted() == (eventTimes.isEmpty ? [1, 3] : [1, 2, 3]))
    // Segments up to ten seconds after the limit are read, because they may contain tags with earlier times.
    #expect(clock.now < 20)
  }

  @Test("reading ends with a note when a manifest has listed no new segment for a minute")
  func stalled() async throws {
    let events = try await Self.events(
      [Self.version(0..<2), Self.version(0..<2)],
      segments: 2,
      start: .beginning
    )
    #expect(events.tags.count == 2)
    #expect(events.notes.contains { $0.id == "hls-playlist-stale" })
  }
}
