import Synchronization
import System
import Testing
import TimedMetadata

@testable import LiveWatch

/// Feeds that are added and removed during a watch.
@Suite struct FeedListChangeTests {
  private let clock = ManualClock()
  private let log = EventLog()
  private let opened = Opened()

  /// The number of times that each feed was opened.
  private final class Opened: Sendable {
    private let counts = Shared<[String: Int]>([:])
    func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
    func wait(for expected: [String: Int]) async -> Bool {
      await counts.wait(atMost: 600) { $0 == expected ? true : nil } ?? false
    }
  }

  private func labels(_ region: String?) throws -> FeedLabels {
    var labels = FeedLabels()
    if let region { try labels.set("region", region) }
    return labels
  }

  /// A feed whose server never answers.
  private func feed(_ name: String, region: String? = nil) throws -> WatchedFeed {
    let opened = opened
    return WatchedFeed(
      name: name,
      title: "Title of \(name)",
      labels: try labels(region)
    ) { _ throws(TimedMetadataError) in
      opened.add(name)
      return try await SilentServer.open(name)
    }
  }

  private func watch(_ feeds: [WatchedFeed]) throws -> Watch {
    Watch(feeds, try .ownAlarmsOnly(), clock: clock, sinks: [log])
  }

  @Test("only new feeds are opened, and a feed whose label changes is not opened again")
  func untouched() async throws {
    let watch = try watch([feed("a"), feed("b")])
    watch.start()
    #expect(await opened.wait(for: ["a": 1, "b": 1]))
    let numbers = Mutex<[Int]>([])
    let change = watch.update([try feed("c"), try feed("b", region: "us")]) { number, _ in
      numbers.withLock { $0.append(number) }
    }
    #expect(change == Watch.Change(added: ["c"], removed: [0: "a"]))
    #expect(numbers.withLock { $0 } == [2])
    #expect(await opened.wait(for: ["a": 1, "b": 1, "c": 1]))
    let feeds = watch.snapshot().feeds
    #expect(feeds.map(\.name) == ["c", "b"])
    #expect(feeds.map(\.number) == [2, 1])
    #expect(feeds.map { $0.labels["region"] } == [nil, "us"])
    #expect(watch.update([try feed("c"), try feed("b")]).isEmpty)
    await watch.stop()
    #expect(await opened.wait(for: ["a": 1, "b": 1, "c": 1]))
  }

  @Test("a feed that is removed and listed again counts as a new feed with a new number")
  func again() async throws {
    let watch = try watch([feed("a")])
    watch.start()
    #expect(await opened.wait(for: ["a": 1]))
    #expect(watch.update([]).removed == [0: "a"])
    #expect(watch.snapshot().feeds.isEmpty)
    #expect(watch.update([try feed("a")]).added == ["a"])
    #expect(await opened.wait(for: ["a": 2]))
    #expect(watch.snapshot().feeds.map(\.number) == [1])
    await watch.stop()
  }

  @Test(
    "the removal of a lost feed ends its loss, and the feed has no further events"
  )
  func closing() async throws {
    let watch = try watch([feed("a", region: "eu")])
    watch.start()
    #expect(await opened.wait(for: ["a": 1]))
    #expect(await clock.check(feeds: 1))
    clock.advance(by: 21)
    #expect(await clock.check(feeds: 1))
    #expect(log.lines == ["stream-lost"])
    watch.update([])
    clock.advance(by: 60)
    #expect(await clock.check(feeds: 0))
    #expect(log.lines == ["stream-lost", "stream-back"])
    #expect(log.events.last?.message == "no longer watched")
    #expect(log.events.allSatisfy { $0.json["labels"]?["region"]?.stringValue == "eu" })
    #expect(watch.incidents.latest(since: 0).isEmpty)
    await watch.stop()
  }

  @Test("alarms of a removed feed are cleared")
  func alarms() throws {
    let start = FeedState.Moment(now: 0, date: 0)
    var state = FeedState(index: 0, name: "a", settings: try .ownAlarmsOnly(), at: start)
    state.connecting(at: start)
    for number in 0..<5 {
      let moment = FeedState.Moment(now: Double(number) * 10, date: Double(number) * 10)
      state.receive(.tag(Tags.data(number)), at: moment)
      _ = state.tick(bytes: Int64(number), at: moment)
    }
    _ = state.tick(bytes: 9, at: .init(now: 55, date: 55))
    _ = state.tick(bytes: 19, at: .init(now: 74, date: 74))
    _ = state.events.take()
    let raised = state.board.active.map(\.id)
    #expect(!raised.isEmpty)
    state.retire(at: .init(now: 80, date: 80))
    state.retire(at: .init(now: 81, date: 81))
    let events = state.events.take()
    #expect(events.map(\.kind) == raised.map { _ in .recovered })
    #expect(events.compactMap(\.alarm?.id) == raised)
    #expect(events.allSatisfy { $0.message?.hasPrefix("no longer watched: ") == true })
  }
}
