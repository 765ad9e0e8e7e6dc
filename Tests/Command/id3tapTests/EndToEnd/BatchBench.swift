import Foundation
import GRDB
import Glibc
import TestSupport

@testable import Records

/// A folder with small streams, and the databases of batches that read the folder.
final class BatchBench: Sendable {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a folder with `count` streams, whose names are consecutive numbers. Two thirds of the streams last
  /// `minutes`. The others last two fifths of that time.
  func makeStreams(_ count: Int, in folder: String = "d", minutes: Double = 0.5) throws {
    try shell.prepare(
      """
      set -e
      id3tap make --quiet --minutes \(minutes) -o one.ts
      id3tap make --quiet --minutes \(minutes * 0.4) --seed 7 -o two.ts
      mkdir -p \(folder)
      for i in $(seq -w \(count)); do
        if ((10#$i % 3)); then cp -p one.ts \(folder)/$i.ts; else cp -p two.ts \(folder)/$i.ts; fi
      done
      """
    )
  }

  struct Failure: Error { var words: String }

  func database(_ name: String = "id3tap.sqlite") throws -> ResultsDatabase {
    try ResultsDatabase(path: shell.folder.appendingPathComponent(name).path, for: .reading)
  }

  /// The values of the first column of a query.
  func texts(_ sql: String, in name: String = "id3tap.sqlite") throws -> [String] {
    let database = try database(name)
    return try database.read { db in try (String?).fetchAll(db, sql: sql) }.map { $0 ?? "NULL" }
  }

  /// The content of a database, without the times and ids of runs.
  func content(_ name: String) throws -> [String] {
    let times: Set<String> = ["run_id", "started", "finished"]
    return try database(name).read { db in
      try ["inputs", "streams", "tags", "rules", "findings", "pings"].flatMap { table in
        let columns = try db.columns(in: table).map(\.name).filter { !times.contains($0) }
        let names = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
        return try String.fetchAll(
          db,
          sql: "SELECT '\(table): ' || \(names) FROM \(table) ORDER BY 1"
        )
      }
    }
  }

  /// The records of one kind in a database, as JSON Lines.
  func lines(_ kind: RecordKind, in name: String = "id3tap.sqlite") throws -> String {
    var bytes: [UInt8] = []
    try database(name).lines(of: kind) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Processes

  /// Waits until a query returns at least `count`, or the process has ended. The file may not exist yet. The database
  /// is polled, because SQLite does not report changes by other processes.
  func wait(for process: Process, until sql: String, in name: String, is count: Int) throws {
    let path = shell.folder.appendingPathComponent(name).path
    // Only a hanging test reaches this limit.
    let end = ContinuousClock.now + .seconds(300)
    while process.isRunning {
      guard ContinuousClock.now < end else { throw Failure(words: "\(sql): never \(count)") }
      if FileManager.default.fileExists(atPath: path),
        let database = try? ResultsDatabase(path: path, for: .reading),
        let found = try? database.read({ try Int.fetchOne($0, sql: sql) }), found >= count
      {
        return
      }
      usleep(1000)
    }
  }
}
