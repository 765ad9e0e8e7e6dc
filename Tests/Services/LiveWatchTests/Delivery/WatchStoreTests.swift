import GRDB
import TestSupport
import Testing

@testable import LiveWatch
@testable import Records

@Suite struct WatchStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func store(
    _ names: [String] = ["udp://a:1"],
    title: String? = nil
  ) throws -> WatchStore {
    try WatchStore(
      ResultsDatabase(path: path, for: .writing),
      RunDescription(version: "1", settings: .object([]), directory: "/"),
      feeds: names.map { WatchStore.Feed(name: $0, kind: .feed, title: title) },
      clock: { 1_767_225_600_000 }
    )
  }

  private func rows(_ sql: String) throws -> [[DatabaseValue]] {
    try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) }
    }
  }

  private func tag(_ index: Int) -> WatchStore.TagRow {
    let row = ExtractRow(input: "udp://a:1", index: index, tag: Tags.data(index))
    return .init(feed: 0, stream: .init(program: 1), row: row)
  }

  private func finding() throws -> WatchStore.FoundRow {
    try #require(FeedRecord.found(Events.alarm()).first)
  }

  @Test("the row of a feed has the feed's name from the list of feeds")
  func titles() async throws {
    let store = try store(["udp://a:1", "udp://b:1"], title: "Weather HD")
    try await store.end(.interrupted)
    #expect(
      try rows("SELECT title FROM inputs")
        == [["Weather HD".databaseValue], ["Weather HD".databaseValue]]
    )
  }

  @Test("a watch writes tags and alarms to the same tables as a batch")
  func rows() async throws {
    var store = try store()
    try await store.append(tags: (0..<3).map(tag), findings: [finding()])
    try await store.update([.init(number: 0, bytes: 5, error: nil, streams: [])])
    #expect(try rows("SELECT \"index\", nielsen_kind FROM tags").count == 3)
    #expect(
      try rows("SELECT rule, severity, rendition, time FROM findings")
        == [
          [
            "missing-tags".databaseValue, "error".databaseValue, "video/1".databaseValue,
            12.5.databaseValue,
          ]
        ]
    )
    #expect(
      try rows("SELECT state, verdict, tags_data, bytes FROM inputs")
        == [["watched".databaseValue, "fail".databaseValue, 3.databaseValue, 5.databaseValue]]
    )
    try await store.end(.interrupted)
    #expect(
      try rows("SELECT state, done FROM runs") == [["interrupted".databaseValue, 1.databaseValue]]
    )
    #expect(try rows("SELECT owner FROM inputs") == [[.null]])
  }

  @Test("a feed that is already in the database keeps its rows, and new rows follow")
  func appending() async throws {
    for _ in 0..<2 {
      var store = try store()
      try await store.append(tags: (0..<2).map(tag), findings: [finding()])
      try await store.end(.done)
    }
    #expect(
      try rows("SELECT \"index\" FROM tags").map { $0[0] } == (0..<4).map { $0.databaseValue }
    )
    #expect(try rows("SELECT position FROM findings").count == 2)
    #expect(try rows("SELECT * FROM inputs").count == 1)
  }

  @Test("a feed whose rows another process writes is refused, and a different feed is accepted")
  func owners() async throws {
    var first = try store()
    #expect(throws: ResultsDatabaseError.self) { try store() }
    _ = try store(["udp://b:1"])
    try await first.append(tags: [tag(0)], findings: [])
  }

  @Test("a refused watch does not count as running")
  func refused() async throws {
    let first = try store()
    #expect(throws: ResultsDatabaseError.self) { try store(["udp://b:1", "udp://a:1"]) }
    #expect(
      try rows("SELECT state, finished IS NULL FROM runs ORDER BY run_id")
        == [
          ["running".databaseValue, 1.databaseValue],
          ["interrupted".databaseValue, 0.databaseValue],
        ]
    )
    // Nothing was written, not even about the feed that no other process writes.
    #expect(try rows("SELECT input FROM inputs") == [["udp://a:1".databaseValue]])
    try await first.end(.done)
  }

  @Test("if one row of a transaction cannot be written, none of its rows is written")
  func atomic() async throws {
    var store = try store()
    try await store.append(tags: [tag(0)], findings: [])
    await #expect(throws: ResultsDatabaseError.self) {
      try await store.append(tags: [tag(1), tag(0)], findings: [finding()])
    }
    #expect(try rows("SELECT * FROM tags").count == 1)
    #expect(try rows("SELECT * FROM findings").isEmpty)
  }
}
