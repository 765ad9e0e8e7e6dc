import Foundation
import GRDB
import TestSupport
import Testing

@testable import Collector

@Suite("the database file of a collector")
struct CollectorDatabaseTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(fileURLWithPath: temporary.path) }

  init() throws { temporary = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func failure(_ path: String) -> CollectorError? {
    #expect(throws: CollectorError.self) { try CollectorDatabase(path: path) }
  }

  @Test("a database of another program is refused and unchanged") func foreign() throws {
    try DatabaseQueue(path: path("other")).write { try $0.execute(sql: "CREATE TABLE a (b)") }
    let before = try Data(contentsOf: folder.appendingPathComponent("other"))
    let error = failure(path("other"))
    #expect(error?.code == .foreignDatabase)
    #expect(error?.description.contains("is not a database of 'id3tap collect'") == true)
    #expect(try Data(contentsOf: folder.appendingPathComponent("other")) == before)
  }

  @Test("a text file is refused as a database") func text() throws {
    try Data(String(repeating: "no database\n", count: 100).utf8)
      .write(to: folder.appendingPathComponent("text"))
    #expect(failure(path("text"))?.code == .foreignDatabase)
  }

  @Test("a missing folder is reported with a remedy") func missing() {
    let error = failure(path("none/a.sqlite"))
    #expect(error?.code == .database)
    #expect(error?.description.contains("none/a.sqlite: cannot be written") == true)
    #expect(error?.description.contains("--db") == true)
  }

  @Test("a file of a newer version is refused") func newer() throws {
    _ = try CollectorDatabase(path: path("a")).close()
    try DatabaseQueue(path: path("a")).write { try $0.execute(sql: "PRAGMA user_version = 9") }
    #expect(failure(path("a"))?.description.contains("newer version") == true)
  }

  @Test("only the owner can read new files") func permissions() throws {
    let database = try CollectorDatabase(path: path("a"))
    for name in ["a", "a-wal", "a-shm", "a-lock"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600, "\(name)")
    }
    try database.close()
  }

  @Test("a new file of a collector that received nothing is deleted, and an existing file is kept")
  func discarding()
    throws
  {
    try CollectorDatabase(path: path("a")).discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try CollectorDatabase(path: path("a")).close()
    try CollectorDatabase(path: path("a")).discard()
    let again = try CollectorDatabase(path: path("a"))
    #expect(try again.write(CollectorSchema.content) == .ours)
    try again.close()
  }

  @Test("the database has a write-ahead log with full synchronization") func durability() throws {
    let database = try CollectorDatabase(path: path("a"))
    let (mode, synchronous) = try database.write { db in
      (
        try String.fetchOne(db, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(db, sql: "PRAGMA synchronous")
      )
    }
    #expect(mode == "wal" && synchronous == 2)
    try database.close()
  }
}
