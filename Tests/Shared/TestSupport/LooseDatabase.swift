import Foundation
import GRDB

/// A database of id3tap whose columns accept values of every type, with one row in every table. Each of its values can
/// be replaced by a wrong one.
package final class LooseDatabase {
  /// A wrong value in place of another value.
  package struct Change: CustomStringConvertible {
    package let table: String
    package let column: String
    package let value: DatabaseValue

    package var description: String { "\(table).\(column) = \(value)" }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let queue: DatabaseQueue
  private var count = 0

  /// NULL, integers that overflow sums, a real number, texts, and bytes that are not text.
  private static let values: [DatabaseValue] = [
    .null, 7.databaseValue, Int64.max.databaseValue, Int64.min.databaseValue, 1.5.databaseValue,
    "x".databaseValue, "".databaseValue, Data([0xff, 0]).databaseValue,
  ]

  /// Takes a new database that `make` creates at a path. `values` are the SQL values of columns for which 1 is not
  /// valid: `["inputs.state": "'done'"]`.
  package init(values: [String: String] = [:], make: (_ path: String) throws -> Void) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/template.sqlite"
    try make(path)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = OFF")
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      // The values determine the types of the columns.
      for table in try Self.tables(db) { try Self.fill(table, values, db) }
      try Self.loosen(db)
    }
  }

  /// All changes of these tables; nil means all tables.
  package func changes(in tables: Set<String>? = nil) throws -> [Change] {
    try queue.read { db in
      try Self.tables(db).filter { tables?.contains($0) ?? true }.flatMap { table in
        try Self.columns(table, db).flatMap { column in
          Self.values.map { Change(table: table, column: column.name, value: $0) }
        }
      }
    }
  }

  /// A copy of the database, optionally with a change. Nil if SQLite refuses the change.
  package func copy(with change: Change? = nil) throws -> String? {
    count += 1
    let copy = folder.path + "/\(count).sqlite"
    guard let change else {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      return copy
    }
    let place = "\"\(change.table)\""
    let old = try queue.read { db in
      try Row.fetchOne(db, sql: "SELECT \"\(change.column)\" FROM \(place)")?.databaseValues.first
    }
    func set(_ value: DatabaseValue) throws {
      try queue.write { db in
        try db.execute(sql: "UPDATE \(place) SET \"\(change.column)\" = ?", arguments: [value])
      }
    }
    do {
      try set(change.value)
    } catch is DatabaseError {
      return nil
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try set(old ?? .null)
    return copy
  }

  // MARK: - Making the database

  /// Removes types and `NOT NULL`, as in a file of another program.
  private static func loosen(_ db: Database) throws {
    try db.execute(sql: "PRAGMA writable_schema = ON")
    let tables = try Row.fetchAll(
      db,
      sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    for row in tables {
      let (name, sql): (String, String) = (row[0], row[1])
      let loose = sql.replacing(#/ STRICT\b,?/#, with: "").replacing(" NOT NULL", with: "")
        .replacing(#/ (TEXT|REAL|BLOB|INTEGER(?! PRIMARY))\b/#, with: "")
      try db.execute(
        sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?",
        arguments: [loose, name]
      )
    }
    try db.execute(sql: "PRAGMA writable_schema = RESET")
  }

  private static func tables(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT LIKE 'grdb_%' ORDER BY name
        """
    )
  }

  private static func columns(
    _ table: String,
    _ db: Database
  ) throws -> [(name: String, type: String)] {
    try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table])
      .map { ($0[0], $0[1]) }
  }

  private static func fill(
    _ table: String,
    _ values: [String: String],
    _ db: Database
  ) throws {
    let columns = try columns(table, db).map(\.name)
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let all = columns.map { name in values["\(table).\(name)"] ?? "1" }
    try db.execute(
      sql: "INSERT INTO \"\(table)\" (\(names)) VALUES (\(all.joined(separator: ", ")))"
    )
  }
}
