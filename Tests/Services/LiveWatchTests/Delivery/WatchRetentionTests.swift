import GRDB
import Synchronization
import TestSupport
import Testing

@testable import LiveWatch
@testable import Records

/// `watch --keep`: old rows are removed from the database.
@Suite struct WatchRetentionTests {
  private let folder: TemporaryFolder
  private let clock = Clock()
  private var path: String { folder.path + "/a.sqlite" }

  /// A clock that the test sets.
  private final class Clock: Sendable {
    /// The date of the sample alarms.
    static let start: Int64 = 1_767_225_600
    private let time = Mutex(Clock.start)

    var milliseconds: Int64 { time.withLock { $0 * 1000 } }

    func set(_ seconds: Int64) { time.withLock { $0 = Self.start + seconds } }
  }

  init() throws { folder = try TemporaryFolder() }

  private func store(_ name: String = "udp://a:1") throws -> WatchStore {
    try WatchStore(
      ResultsDatabase(path: path, for: .writing),
      RunDescription(version: "1", settings: .object([]), directory: "/"),
      feeds: [WatchStore.Feed(name: name, kind: .feed)],
      clock: { [clock] in clock.milliseconds }
    )
  }

  private func tags(_ indexes: Range<Int>) -> [WatchStore.TagRow] {
    indexes.map {
      let row = ExtractRow(input: "udp://a:1", index: $0, tag: Tags.data($0))
      return .init(feed: 0, stream: .init(program: 1), row: row)
    }
  }

  private func finding() throws -> WatchStore.FoundRow {
    try #require(FeedRecord.found(Events.alarm()).first)
  }

  private func numbers(_ sql: String) throws -> [Int] {
    try DatabaseQueue(path: path).read { try Int.fetchAll($0, sql: sql) }
  }

  private var indexes: [Int] {
    get throws { try numbers("SELECT \"index\" FROM tags ORDER BY 1") }
  }

  @Test("tags without a time of day are removed by the time of writing, even after a restart")
  func tags() async throws {
    var store = try store()
    try await store.append(tags: tags(0..<5), findings: [finding()])
    #expect(try await !store.removeRows(olderThan: 100))
    clock.set(50)
    try await store.append(tags: tags(5..<8), findings: [])
    #expect(try await !store.removeRows(olderThan: 100))
    #expect(try indexes.count == 8)
    try await store.end(.interrupted)
    clock.set(101)
    store = try self.store()
    #expect(try await !store.removeRows(olderThan: 100))
    #expect(try indexes == [5, 6, 7])
    #expect(try numbers("SELECT count(*) FROM findings") == [0])
    try await store.append(tags: tags(0..<1), findings: [])
    clock.set(151)
    #expect(try await !store.removeRows(olderThan: 100))
    #expect(try indexes == [8])
    clock.set(300)
    #expect(try await !store.removeRows(olderThan: 100))
    #expect(try indexes == [])
    try await store.end(.interrupted)
    store = try self.store()
    try await store.append(tags: tags(0..<2), findings: [])
    #expect(try await !store.removeRows(olderThan: 100))
    #expect(try indexes == [0, 1])
    try await store.end(.interrupted)
  }

  @Test("a feed that is no longer watched loses all rows when its last rows are old")
  func gone() async throws {
    var store = try store()
    try await store.append(tags: tags(0..<3), findings: [finding()])
    try await store.update([.init(number: 0, bytes: 5, error: nil, streams: [])])
    try await store.end(.interrupted)
    clock.set(100)
    store = try self.store("udp://b:1")
    #expect(try await !store.removeRows(olderThan: 101))
    #expect(try indexes == [0, 1, 2])
    #expect(try await !store.removeRows(olderThan: 99))
    #expect(try indexes == [])
    #expect(try numbers("SELECT count(*) FROM findings") == [0])
    #expect(try numbers("SELECT count(*) FROM inputs") == [2])
    try await store.end(.interrupted)
  }

  @Test("many rows are removed in several transactions")
  func parts() async throws {
    var store = try store()
    try await store.append(tags: tags(0..<20_010), findings: [])
    #expect(try await !store.removeRows(olderThan: 100))
    clock.set(100)
    #expect(try await store.removeRows(olderThan: 100))
    #expect(try indexes.count == 10)
    #expect(try await !store.removeRows(olderThan: 100))
    #expect(try indexes == [])
    try await store.end(.interrupted)
  }
}
