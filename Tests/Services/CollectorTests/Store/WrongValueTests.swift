import GRDB
import PingAnalysis
import TestSupport
import Testing

@testable import Collector

/// Databases in which any value can be wrong. No value causes a trap, and the error names an unreadable value.
@Suite("wrong values in a collector's database")
struct WrongValueTests {
  private let database: LooseDatabase

  init() throws {
    database = try LooseDatabase(values: [
      "requests.body": "x'61'", "requests.headers": "'[]'", "arrivals.part": "0",
      "requests.url": "'http://a/cgi-bin/gn?prd=dcr'",
    ]) { try CollectorDatabase(path: $0).close() }
  }

  /// Checks that an error names the table and the column.
  private func check(
    _ change: LooseDatabase.Change,
    _ path: String,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
    } catch let error as CollectorError {
      let words = error.description
      #expect(error.code == .wrongValue || error.code == .database, "\(change): \(words)")
      #expect(words.hasPrefix("\(path): table "), "\(change): \(words)")
      #expect(words.contains("column \(change.column) "), "\(change): \(words)")
    } catch {
      Issue.record("\(change): \(error)")
    }
  }

  @Test("explain and compare read every database to its end or up to the wrong value")
  func captures() async throws {
    var refused = 0
    for change in try database.changes() {
      guard let path = try database.copy(with: change) else { continue }
      await check(change, path) {
        do {
          try CollectedFile(path: path).forEach { _ = PingRecognizer.pings(in: $0) }
        } catch {
          refused += 1
          throw error
        }
      }
    }
    #expect(refused > 20)
  }

  @Test("the page of collect reads every database or names the wrong value")
  func pages() async throws {
    for change in try database.changes() {
      guard let path = try database.copy(with: change) else { continue }
      await check(change, path) {
        let database = try CollectorDatabase(path: path)
        let pings = CollectedPings(database)
        let totals = try ArrivalStore(database, storedBytes: 1 << 40).totals
        for filter in [PingFilter(), PingFilter(app: "1"), PingFilter(app: "1", session: "1")] {
          for ping in try await pings.page(filter, before: .max, limit: 9).pings {
            var decoder = StoredPingDecoder()
            _ = decoder.sent(ping)
            _ = decoder.body(of: ping)
          }
          _ = try await pings.batch(filter, after: 0, limit: 9)
          _ = try await pings.sessions(filter, limit: 9)
        }
        _ = try await pings.summary()
        _ = totals.all
        try database.close()
      }
    }
  }

  @Test("collect stores pings in every database and removes old ones, or names the wrong value")
  func collecting() async throws {
    for change in try database.changes() {
      guard let path = try database.copy(with: change) else { continue }
      await check(change, path) {
        let database = try CollectorDatabase(path: path)
        let store = try ArrivalStore(database, storedBytes: 1)
        _ = try store.store([.sample(1)])
        _ = try store.store([.sample(2)])
        try database.close()
      }
    }
  }

  @Test("the error names the file, table, row and column, and has a remedy")
  func message() throws {
    let changes = try database.changes(in: ["requests"]).filter { $0.column == "body" }
    let change = try #require(changes.first { $0.value == 7.databaseValue })
    let path = try #require(try database.copy(with: change))
    let error = #expect(throws: CollectorError.self) {
      try CollectedFile(path: path).forEach { _ in }
    }
    let words = "table requests, request_id 1, column body holds the integer 7, not bytes"
    #expect(error?.description.hasPrefix("\(path): \(words)") == true)
    #expect(error?.remedy.isEmpty == false)
  }
}
