import GRDB
import Records
import Synchronization
import TestServer
import TestSupport
import Testing

@testable import LiveWatch

/// The data that a watch leaves in its database for the next watch.
@Suite struct RestartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sink() -> DatabaseSink {
    DatabaseSink(
      folder.path + "/a.sqlite",
      RunDescription(version: "1", settings: .object([]), directory: "/"),
      feeds: [WatchStore.Feed(name: Events.alarm().input, kind: .url)],
      clock: { 1_767_225_600_000 },
      log: { _ in }
    )
  }

  /// Runs a sink that receives events, of which `waiting` are not delivered.
  private func run(_ events: [WatchEvent], waiting: [WatchEvent]) async throws {
    let sink = sink()
    _ = try await sink.open(recalling: 0)
    for event in events { sink.take(event) }
    sink.start(try Watch([], .ownAlarmsOnly(), sinks: []), queues: [("webhook", { waiting })])
    await sink.finish(.done, waitingAtMost: 120)
  }

  @Test("raised alarms and undelivered events are kept over one or more restarts")
  func kept() async throws {
    let open = Events.alarm(id: 7, rendition: "a")
    var over = Events.alarm(id: 8, rendition: "b")
    over.alarm?.name = AlarmName(rawValue: "tag-sequence")
    var end = over
    end.kind = .recovered
    try await run([open, over, end], waiting: [over, end])
    for _ in 0..<2 {
      let sink = sink()
      let left = try await sink.open(recalling: 0)
      #expect(left.open.map(\.line) == [open.line])
      #expect(left.open.first?.alarm?.id == 7 && left.open.first?.feed == 0)
      #expect(left.waiting["webhook"]?.map(\.line) == [over.line, end.line])
      await sink.abandon()
    }
    // The event was delivered and the alarm cleared.
    try await run([Events.alarm(id: 7, kind: .recovered, rendition: "a")], waiting: [])
    let left = try await sink().open(recalling: 0)
    #expect(left.open.isEmpty && left.waiting.isEmpty)
  }

  @Test("alarms of feeds that another process watches are left to that process")
  func elsewhere() async throws {
    try await run([Events.alarm()], waiting: [Events.alarm()])
    let left = try await sink().open(recalling: 0) { _ in true }
    #expect(left.open.isEmpty && left.waiting.isEmpty)
  }

  private func state(_ open: [WatchEvent]) -> FeedState {
    let moment = FeedState.Moment(now: 20, date: 1_767_225_660)
    var state = FeedState(index: 0, name: "http://a/", settings: WatchSettings(), at: moment)
    state.resume(open, at: moment)
    return state
  }

  @Test("an alarm of an earlier run remains raised, and is not reported again")
  func resumed() {
    var state = state([Events.alarm(id: 7, rendition: "a")])
    #expect(state.board.active.map(\.id) == [7])
    #expect(state.events.take().isEmpty)
    state.retire(at: .init(now: 30, date: 1_767_225_670))
    let events = state.events.take()
    #expect(events.map(\.kind) == [.recovered])
    #expect(events.first?.alarm?.id == 7 && events.first?.duration == 70)
  }

  @Test("if a feed was lost in an earlier run, its return is reported with the time since the loss")
  func lost() {
    var state = state([Events.lost()])
    #expect(state.delivery.phase.isLost)
    state.delivered(at: .init(now: 21, date: 1_767_225_661))
    let events = state.events.take()
    #expect(events.map(\.kind) == [.streamBack])
    #expect(events.first?.duration == 61)
  }

  @Test("the alarm and the loss of a feed end when the feed is no longer listed")
  func unlisted() throws {
    let log = EventLog()
    let watch = Watch([], try .ownAlarmsOnly(), sinks: [log])
    #expect(watch.resume([Events.alarm(id: 7), Events.lost()]) == [-1, -2])
    #expect(
      log.events.map(\.kind).contains(.recovered) && log.events.map(\.kind).contains(.streamBack)
    )
    #expect(log.events.allSatisfy { $0.message?.hasPrefix("no longer watched") == true })
  }
}
