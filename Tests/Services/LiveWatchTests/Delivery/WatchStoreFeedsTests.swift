import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import LiveWatch
@testable import Records

/// Feeds that are added and removed during a run.
@Suite struct WatchStoreFeedsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func feed(_ name: String) -> WatchStore.Feed { .init(name: name, kind: .feed) }

  private func store(_ names: [String]) throws -> WatchStore {
    try WatchStore(
      ResultsDatabase(path: path, for: .writing),
      RunDescription(version: "1", settings: .object([]), directory: "/"),
      feeds: names.map(feed),
      clock: { 1_767_225_600_000 }
    )
  }

  private func rows(_ sql: String) throws -> [[DatabaseValue]] {
    try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) }
    }
  }

  private func tags(_ indices: Range<Int>, of feed: Int) -> [WatchStore.TagRow] {
    indices.map { index in
      let row = ExtractRow(input: "x", index: index, tag: Tags.data(index))
      return .init(feed: feed, stream: .init(program: 1), row: row)
    }
  }

  @Test("after a feed is removed, another process can write its rows")
  func comingAndGoing() async throws {
    var first = try store(["udp://a:1"])
    try await first.add(feed("udp://b:1"), number: 7)
    try await first.append(tags: tags(0..<2, of: 7) + tags(0..<1, of: 0), findings: [])
    #expect(try rows("SELECT inputs FROM runs") == [[2.databaseValue]])
    #expect(throws: ResultsDatabaseError.self) { try store(["udp://b:1"]) }
    try await first.remove(7)
    try await first.remove(7)
    // Later tags of the feed are not written.
    try await first.append(tags: tags(2..<4, of: 7), findings: [])
    var second = try store(["udp://b:1"])
    try await second.append(tags: tags(0..<1, of: 0), findings: [])
    try await first.append(tags: tags(1..<2, of: 0), findings: [])
    #expect(
      try rows("SELECT input, tags_data, owner IS NOT NULL FROM inputs ORDER BY input")
        == [
          ["udp://a:1".databaseValue, 2.databaseValue, 1.databaseValue],
          ["udp://b:1".databaseValue, 3.databaseValue, 1.databaseValue],
        ]
    )
    try await first.end(.done)
    try await second.end(.done)
    #expect(try rows("SELECT * FROM inputs WHERE owner IS NOT NULL").isEmpty)
  }

  @Test(
    "a feed that is removed and immediately added again keeps its rows and its owner"
  )
  func again() async throws {
    var store = try store(["udp://a:1"])
    try await store.append(tags: tags(0..<2, of: 0), findings: [])
    try await store.add(feed("udp://a:1"), number: 1)
    try await store.remove(0)
    try await store.append(tags: tags(0..<2, of: 1), findings: [])
    #expect(
      try rows("SELECT \"index\" FROM tags ORDER BY 1").map { $0[0] }
        == (0..<4).map { $0.databaseValue }
    )
    #expect(throws: ResultsDatabaseError.self) { try self.store(["udp://a:1"]) }
    try await store.end(.done)
  }

  @Test("a feed whose rows another process writes is refused, and the other feeds continue")
  func refused() async throws {
    let other = try store(["udp://b:1"])
    var store = try store(["udp://a:1"])
    await #expect(throws: ResultsDatabaseError.self) {
      try await store.add(feed("udp://b:1"), number: 1)
    }
    try await store.append(tags: tags(0..<1, of: 0) + tags(0..<1, of: 1), findings: [])
    #expect(try rows("SELECT input_id FROM tags").count == 1)
    #expect(
      try rows("SELECT inputs FROM runs ORDER BY run_id").map { $0[0] }
        == [1.databaseValue, 1.databaseValue]
    )
    try await store.end(.done)
    try await other.end(.done)
  }

  private func sink(
    _ names: [String],
    log: @escaping @Sendable (String) -> Void
  ) -> DatabaseSink {
    DatabaseSink(
      path,
      RunDescription(version: "1", settings: .object([]), directory: "/"),
      feeds: names.map(feed),
      clock: { 1_767_225_600_000 },
      log: log
    )
  }

  private func event(_ index: Int, feed: Int) -> WatchEvent {
    var event = WatchEvent(.tag, feed: feed, input: "udp://b:1", date: 1_767_225_600)
    event.tag = ExtractRow(input: "udp://b:1", index: index, tag: Tags.data(index))
    event.track = TrackKey(rendition: "a")
    return event
  }

  @Test("the sink writes all events of a new feed, and logs once that a feed was refused")
  func sink() async throws {
    let other = try store(["udp://c:1"])
    let log = Mutex<[String]>([])
    let sink = sink(["udp://a:1"]) { line in log.withLock { $0.append(line) } }
    _ = try await sink.open(recalling: 0)
    sink.add(feed("udp://b:1"), number: 1)
    sink.add(feed("udp://c:1"), number: 2)
    sink.add(feed("udp://d:1"), number: 3)
    for index in 0..<3 { sink.take(event(index, feed: 1)) }
    // The feed is removed before anything about it is written.
    sink.remove(3)
    let watch = Watch([], try .ownAlarmsOnly(), sinks: [])
    sink.start(watch)
    await sink.finish(.done, waitingAtMost: 120)
    let lines = log.withLock { $0 }
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { $0.contains("another process is writing results of udp://c:1") })
    #expect(
      log.withLock { $0 }.allSatisfy {
        $0.contains("another process is writing results of udp://c:1")
      }
    )
    #expect(
      try rows("SELECT input, tags_data, owner FROM inputs WHERE input LIKE 'udp://b%'")
        == [["udp://b:1".databaseValue, 3.databaseValue, .null]]
    )
    try await other.end(.done)
  }

  /// Runs a sink that receives a tag of its feed after `change`. Returns the log.
  private func log(_ change: () throws -> Void) async throws -> [String] {
    let log = Mutex<[String]>([])
    let sink = sink(["udp://b:1"]) { line in log.withLock { $0.append(line) } }
    _ = try await sink.open(recalling: 0)
    try change()
    sink.take(event(0, feed: 0))
    sink.start(Watch([], try .ownAlarmsOnly(), sinks: []))
    await sink.finish(.done, waitingAtMost: 120)
    #expect(sink.counts.delivered == 1 && sink.counts.failed == 0)
    return log.withLock { $0 }
  }

  @Test("a file that is not a database is renamed, and a new database is created")
  func noDatabase() async throws {
    let text = String(repeating: "no database ", count: 400)
    try folder.write(text, to: "a.sqlite")
    let lines = try await log {}
    #expect(lines.count == 1)
    #expect(
      lines.first?.contains("it was renamed to \(path).damaged, and a new database was created")
        == true
    )
    #expect(folder.content(of: "a.sqlite.damaged") == text)
    #expect(try rows("SELECT tags_data FROM inputs") == [[1.databaseValue]])
  }

  @Test("a database of another program is refused and unchanged")
  func foreign() async throws {
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE x (y)") }
    await #expect(throws: ResultsDatabaseError.self) {
      try await sink(["udp://b:1"]) { _ in }.open(recalling: 0)
    }
    #expect(try rows("SELECT * FROM x").isEmpty)
  }

  @Test(
    "a database that is deleted or replaced while the sink writes is opened again",
    arguments: [false, true]
  )
  func deleted(isReplaced: Bool) async throws {
    let other = folder.path + "/b.sqlite"
    if isReplaced { try ResultsDatabase(path: other, for: .writing).close() }
    let lines = try await log {
      for name in folder.names where name.hasPrefix("a.sqlite") {
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
      }
      if isReplaced { try FileManager.default.moveItem(atPath: other, toPath: path) }
    }
    #expect(lines == ["\(path): was deleted or replaced: the file is opened again"])
    #expect(try rows("SELECT tags_data FROM inputs") == [[1.databaseValue]])
    #expect(try rows("SELECT state FROM runs") == [["done".databaseValue]])
  }
}
