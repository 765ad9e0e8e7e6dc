import GRDB

@testable import Records

extension ResultsDatabase {
  /// The values of the first column, as text.
  func texts(_ sql: String) throws -> [String] {
    try read { db in try (String?).fetchAll(db, sql: sql) }.map { $0 ?? "NULL" }
  }

  func execute(_ sql: String) throws { try write { try $0.execute(sql: sql) } }
}
