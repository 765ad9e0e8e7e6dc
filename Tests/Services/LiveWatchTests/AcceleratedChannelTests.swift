import Conformance
import Foundation
import Presentation
import Synchronization
import System
import TestSupport
import Testing
import TimedMetadata

@testable import LiveWatch

/// Twelve minutes of a live channel in a few seconds: the watch and the channel follow a clock that the test moves.
@Suite struct AcceleratedChannelTests {
  private let clock = ManualClock()
  private let log = EventLog()

  /// The number of tasks that follow playlists. They wait for the clock between loads.
  private static let followers = 2

  /// The maximum number of unreported segments. A segment is reported when the next one has been read, and one segment
  /// of each variant may be missing in between.
  private static let unreported = 4

  /// The current connection, or the last one.
  private final class Current: Sendable {
    private let state = Mutex<ChannelReading?>(nil)
    var reading: ChannelReading? { state.withLock { $0 } }
    func begin(_ reading: ChannelReading) { state.withLock { $0 = reading } }
  }

  /// Moves the clock by one second at a time, and waits until all due data of the channel has been read. The channel
  /// has the feed number `index`.
  private func run(_ watch: Watch, _ current: Current, feed index: Int, seconds: Int) async {
    // The numbers of segments reported before the current connection, and reported so far.
    var (before, reported) = (0, 0)
    var last: ChannelReading?
    #expect(await clock.check(feeds: index + 1))
    for second in 0..<seconds {
      clock.advance(by: 1)
      let isSettled = await clock.wait {
        guard clock.count(of: .maker) == 1, let reading = current.reading else { return false }
        if reading !== last { (last, before) = (reading, reported) }
        // A feed that waits to be opened again also waits for the clock.
        guard !reading.isCancelled else { return clock.count(of: .supervisor) > index + 1 }
        reported = watch.snapshot().feeds[index].tracks.reduce(0) { $0 + $1.counters.segments }
        let progress = reading.progress
        return clock.count(of: reading.follower) == Self.followers && progress.isComplete
          && reported - before >= progress.segments - Self.unreported
      }
      guard isSettled else {
        Issue.record("second \(second) does not end: \(String(describing: last?.progress))")
        return
      }
      #expect(await clock.check(feeds: index + 1))
    }
  }

  /// Watches a channel with these incidents. The feeds `others` come before the channel.
  private func watch(
    _ incidents: [LiveChannel.Incident],
    after others: [WatchedFeed] = [],
    evidence: EvidenceStore? = nil,
    seconds: Int
  ) async throws {
    let clock = clock
    let channel = LiveChannel(clock: clock, incidents: incidents)
    let ended = Shared(false)
    let hasStarted = ReadingThread.start {
      do {
        try channel.make(at: ManualClock.begin)
      } catch {
        Issue.record("the channel cannot be made: \(error)")
      }
      ended.withLock { $0 = true }
    }
    try #require(hasStarted)
    try #require(await clock.wait { channel.isReady })
    var settings = WatchSettings()
    // One lost tag leaves a gap of 20 s; in this test only longer gaps count.
    try settings.check.setThreshold("cadence-gap=45")
    // A fault that removes tags also leaves gaps in the numbers of tags and packets. Whether a missing server is first
    // reported as a loss depends on when playlists are due.
    for rule in ["tag-sequence", "cadence-tag-time-gap", "ts-continuity", "hls-playlist-invalid"] {
      try settings.check.setSeverity("\(rule)=off")
    }
    let current = Current()
    let feed = WatchedFeed(name: "channel") { connection throws(TimedMetadataError) in
      let reading = ChannelReading(channel, clock: clock, connection: connection)
      current.begin(reading)
      return try await reading.open()
    }
    let watch = Watch(
      others + [feed],
      settings,
      clock: clock,
      sinks: [log],
      evidence: evidence
    )
    watch.start()
    await run(watch, current, feed: others.count, seconds: seconds)
    // The watch is stopped first, because tasks that follow playlists would load them endlessly after the clock is
    // closed.
    await watch.stop()
    clock.close()
    _ = await ended.wait { $0 ? true : nil }
  }

  @Test("a channel without faults raises no alarm in twelve minutes")
  func clean() async throws {
    try await watch([], seconds: 720)
    #expect(log.lines == [])
    let tags = log.events.compactMap(\.tag)
    #expect(tags.count { $0.tag.nielsen?.kind == .data } >= 2 * 70)
    #expect(Set(tags.map(\.index)).count == tags.count)
  }

  @Test("each alarm in twelve minutes with faults is raised once and cleared once")
  func faults() async throws {
    try await watch(
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
      "missing-tags \(one), \(two)", "rendition-disagreement \(two)", "playlist-frozen \(one)",
      "hls-segment-missing \(two)",
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

  @Test("the evidence of an alarm has the playlists and segments that were read before the fault")
  func evidence() async throws {
    let folder = try TemporaryFolder()
    let store = try EvidenceStore(
      folder.path,
      bytes: 64 << 20,
      memory: 16 << 20,
      clock: clock
    ) { Issue.record("\($0)") }
    try await watch(
      [.init(seconds: 42..<48, fault: .missingSegment(2))],
      evidence: store,
      seconds: 80
    )
    store.finish()
    let event = try #require(log.events.first { $0.evidence != nil })
    #expect(event.alarm?.name.rawValue == "hls-segment-missing")
    let path = try #require(event.evidence)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names.contains("event.json"))
    #expect(names.count { $0.contains("playlist") } >= 2)
    let segments = names.filter { $0.hasSuffix(".ts") }
    #expect(segments.count >= 6)
    var tags = 0
    for name in segments {
      let reader = try TimedMetadataReader(try FileSource(path: "\(path)/\(name)"))
      while let event = try reader.next() {
        if case .tag = event { tags += 1 }
      }
    }
    #expect(tags > 0)
  }

  @Test("a hanging feed is lost, and does not delay another feed of the watch")
  func silent() async throws {
    let silent = WatchedFeed(name: "silent") { _ throws(TimedMetadataError) in
      try await SilentServer.open("silent")
    }
    try await watch(
      [.init(seconds: 60..<120, fault: .noTags([1, 2]))],
      after: [silent],
      seconds: 150
    )
    let events = log.events
    #expect(events.filter { $0.input == "silent" }.map(\.kind) == [.streamLost])
    let raised = events.filter { $0.kind == .alarm && $0.alarm?.name == .missingTags }
    #expect(raised.map(\.input) == ["channel"])
    #expect(raised.first?.alarm?.tracks.count == 2)
    // An alarm is raised 30 s after the last tag, which was made up to 10 s before the fault and is
    // read a few segments later.
    let times = raised.map { $0.date - ManualClock.begin }
    #expect(times.allSatisfy { (80..<125).contains($0) }, "\(times)")
    #expect(events.contains { $0.kind == .tag && $0.date - ManualClock.begin > 125 })
  }
}
