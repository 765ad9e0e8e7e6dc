import Conformance
import GRDB
import TestSupport
import Testing

@testable import LiveWatch
@testable import Records

/// The results of a whole feed in the database, after several events.
@Suite struct WatchRecordTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func store() throws -> WatchStore {
    try WatchStore(
      ResultsDatabase(path: path, for: .writing),
      RunDescription(version: "1", settings: .object([]), directory: "/"),
      feeds: [.init(name: "http://a/", kind: .url)],
      clock: { 1_767_225_600_000 }
    )
  }

  /// Writes events as a watch does.
  private func write(_ events: [WatchEvent], to store: inout WatchStore) async throws {
    try await store.append(
      tags: events.compactMap { FeedRecord.tag($0) },
      findings: events.flatMap { FeedRecord.found($0) }
    )
  }

  /// Sets the current renditions of the feed.
  private func list(_ renditions: [String], in store: inout WatchStore) async throws {
    try await store.update([
      .init(
        number: 0,
        bytes: 10,
        error: nil,
        streams: renditions.map { .init(key: .init(rendition: $0)) }
      )
    ])
  }

  /// The values of the first column.
  private func texts(_ sql: String) throws -> [String] {
    try DatabaseQueue(path: path).read { try (String?).fetchAll($0, sql: sql) }.map { $0 ?? "NULL" }
  }

  private func verdicts() throws -> [String] {
    try texts("SELECT verdict FROM inputs")
      + texts("SELECT rendition || ' ' || verdict FROM streams ORDER BY position")
  }

  @Test(
    "the verdict follows from the worst finding, even if the finding has ended",
    arguments: [
      ([], ["pass", "a pass", "b pass"]),
      ([Events.alarm(severity: .info, rendition: "a")], ["pass", "a pass", "b pass"]),
      ([Events.alarm(severity: .warning, rendition: "a")], ["warn", "a warn", "b pass"]),
      ([Events.alarm(severity: .error, rendition: "b")], ["fail", "a pass", "b fail"]),
      (
        [
          Events.alarm(severity: .error, rendition: "a"),
          Events.alarm(kind: .recovered, severity: .error, rendition: "a"),
          Events.alarm(id: 2, severity: .warning, rendition: "a"),
        ], ["fail", "a fail", "b pass"]
      ),
      // The alarm affects the feed as a whole.
      ([Events.alarm(severity: .error, rendition: nil)], ["fail", "a pass", "b pass"]),
      // All streams of a lost feed are lost.
      ([Events.lost()], ["fail", "a fail", "b fail"]),
    ] as [([WatchEvent], [String])]
  )
  func worst(events: [WatchEvent], expected: [String]) async throws {
    var store = try store()
    try await list(["a", "b"], in: &store)
    try await write([Events.tag(0, in: "a"), Events.tag(1, in: "b")] + events, to: &store)
    #expect(try verdicts() == expected)
    try await list(["a", "b"], in: &store)
    #expect(try verdicts() == expected)
    let presence = try texts("SELECT rendition || ' ' || verdict FROM presence")
    #expect(presence == Array(expected.dropFirst()))
    // The next run continues with these results.
    try await store.end(.done)
    var next = try self.store()
    try await list(["a", "b"], in: &next)
    try await write([Events.tag(0, in: "a")], to: &next)
    #expect(try verdicts() == expected)
  }

  @Test("findings before the first tag affect the verdict, even in the next run")
  func absent() async throws {
    var store = try store()
    #expect(try texts("SELECT verdict FROM inputs") == ["NULL"])
    try await list([], in: &store)
    #expect(try verdicts() == ["unreadable"])
    try await list(["a", "b"], in: &store)
    try await write([Events.alarm(severity: .error, rendition: "a")], to: &store)
    #expect(try verdicts() == ["absent", "a absent", "b absent"])
    try await store.end(.done)
    var next = try self.store()
    try await list(["a", "b"], in: &next)
    try await write([Events.tag(0, in: "a")], to: &next)
    #expect(try verdicts() == ["fail", "a fail", "b absent"])
  }

  @Test("tags are counted across connections and runs, even if a run is killed")
  func totals() async throws {
    for run in 0..<3 {
      // The run is not ended, as if the process had been killed.
      var store = try store()
      for connection in 0..<2 {
        let name = "v\(run)\(connection)"
        try await list([name], in: &store)
        try await write((0..<5).map { Events.tag($0 + 5 * connection, in: name) }, to: &store)
      }
    }
    let count = try texts("SELECT count(*) FROM tags WHERE nielsen_kind = 'data'")
    #expect(count == ["30"])
    #expect(try texts("SELECT tags_data FROM inputs") == count)
    #expect(try texts("SELECT sum(data) FROM streams") == count)
    #expect(try texts("SELECT bytes FROM inputs") == ["30"])
    // The current renditions come first, then the former ones, latest first.
    let names = try texts("SELECT rendition FROM presence")
    #expect(names == ["v21", "v20", "v11", "v10", "v01", "v00"])
  }

  @Test("a limited number of former streams is kept, and the totals include all streams")
  func bounds() async throws {
    var store = try store()
    for number in 0..<200 {
      try await write([Events.tag(number, in: "v\(number)")], to: &store)
      try await list(["v\(number)"], in: &store)
    }
    #expect(try texts("SELECT count(*) FROM streams") == ["\(FeedTotals.mostGone + 1)"])
    #expect(try texts("SELECT tags_data FROM inputs") == ["200"])
    let latest = try texts("SELECT rendition FROM streams ORDER BY position LIMIT 2")
    #expect(latest == ["v199", "v198"])
  }
}
