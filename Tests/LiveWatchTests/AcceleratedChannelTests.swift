import Conformance
import TestServer
import Testing
import TimedMetadata

@testable import LiveWatch

/// Twelve minutes of a live channel in seconds: the clock is moved by the test, a second at a time, and
/// everything that the watch and the server do follows it.
@Suite(.serialized) struct AcceleratedChannelTests {
  private let clock = ManualClock()
  private let log = EventLog()

  /// Threads that follow a playlist wait for the clock between loads.
  private static let followers = 2

  /// A segment is reported when the next one has been read; of each variant one may be missing between.
  private static let unreported = 4
  /// Real seconds for a step of the clock: what hangs shall fail, not hang the tests.
  private static let longestStep = 60.0
  /// Real seconds for a step while the feed is lost: nobody waits for the clock then, and the server is
  /// given time to answer.
  private static let lostStep = 0.05

  /// Moves the clock, second by second, once all that is due has been read.
  private func run(_ watch: Watch, _ channel: LiveChannel, seconds: Int) {
    // What was asked for by connections that were given up.
    var unread: (bytes: Int64, segments: Int) = (0, 0)
    for second in 0..<seconds {
      clock.advance(by: 1)
      let start = WatchClock.system.now
      while true {
        watch.tick()
        let feed = watch.snapshot().feeds[0]
        let served = channel.served
        let segments = feed.lanes.reduce(0) { $0 + $1.segments }
        let elapsed = WatchClock.system.now - start
        if feed.status == .lost {
          unread = (served.bytes - feed.bytes, served.segments - segments)
          if elapsed > Self.lostStep { break }
        } else if clock.waiting > Self.followers, served.isComplete,
          feed.bytes >= served.bytes - unread.bytes,
          segments >= served.segments - unread.segments - Self.unreported
        {
          break
        }
        guard elapsed < Self.longestStep else {
          Issue.record("second \(second) does not end: \(feed.bytes) of \(served.bytes) bytes")
          return
        }
      }
    }
  }

  private func watch(_ incidents: [LiveChannel.Incident], seconds: Int) throws {
    let clock = clock
    let channel = LiveChannel(
      now: { clock.now },
      wait: { time in
        _ = clock.delay(until: time)
        return !clock.isClosed
      },
      incidents: incidents
    )
    let ended = Monitor(false)
    let hasStarted = ReadingThread.start {
      do {
        try channel.make(at: ManualClock.begin)
      } catch {
        Issue.record("the channel cannot be made: \(error)")
      }
      ended.withLock { $0 = true }
    }
    try #require(hasStarted)
    let server = try TestServer { channel.answer($0) }
    while !channel.isReady {}
    var settings = WatchSettings()
    // One lost tag leaves a gap of 20 s; here only a longer silence is one.
    try settings.check.setThreshold("cadence-gap=45")
    // Whoever takes tags away leaves holes in their numbers and packets too.
    // And whether a server that is gone is told as such first depends on when playlists are due.
    for rule in ["tag-sequence", "cadence-tag-time-gap", "ts-continuity", "hls-playlist-invalid"] {
      try settings.check.setSeverity("\(rule)=off")
    }
    let watch = Watch(
      [.at(server.url("/two.m3u8"))],
      settings,
      clock: clock.watchClock,
      sinks: [log]
    )
    #expect(watch.start() == [])
    run(watch, channel, seconds: seconds)
    clock.close()
    watch.stop()
    ended.wait { $0 ? true : nil }
  }

  @Test("a channel without faults raises nothing in twelve minutes")
  func clean() throws {
    try watch([], seconds: 720)
    #expect(log.lines == [])
    let tags = log.events.compactMap(\.tag)
    #expect(tags.count { $0.tag.nielsen?.kind == .data } >= 2 * 70)
    #expect(Set(tags.map(\.index)).count == tags.count)
  }

  @Test("every alarm of twelve minutes with faults is raised once and cleared once")
  func faults() throws {
    try watch(
      [
        .init(seconds: 90..<150, fault: .noTags([1, 2])),
        .init(seconds: 240..<252, fault: .noTags([2])),
        .init(seconds: 340..<364, fault: .frozen(1)),
        .init(seconds: 420..<426, fault: .missingSegment(2)),
        .init(seconds: 500..<512, fault: .unaligned(1)),
        .init(seconds: 600..<660, fault: .gone),
      ],
      seconds: 780
    )
    let (one, two) = (LiveChannel.name(1), LiveChannel.name(2))
    let expected = [
      "missing-tags \(one)", "missing-tags \(two)", "cadence-gap \(one)", "cadence-gap \(two)",
      "rendition-disagreement \(two)", "playlist-frozen \(one)", "hls-segment-missing \(two)",
      "pes-alignment \(one)",
    ]
    let lines = log.lines
    #expect(
      lines.filter { $0.hasPrefix("alarm ") }.sorted() == expected.map { "alarm \($0)" }.sorted()
    )
    #expect(
      lines.filter { $0.hasPrefix("recovered ") }.sorted()
        == expected.map { "recovered \($0)" }.sorted()
    )
    #expect(lines.filter { $0.hasPrefix("stream-") } == ["stream-lost", "stream-back"])
    for name in expected {
      let raised = lines.firstIndex(of: "alarm \(name)") ?? .max
      let cleared = lines.firstIndex(of: "recovered \(name)") ?? .min
      #expect(raised < cleared)
    }
  }
}
