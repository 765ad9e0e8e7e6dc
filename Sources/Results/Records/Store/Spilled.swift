import GRDB

/// Rows of inputs that are too large for memory, until they are complete.
enum Spilled {
  static func create(_ db: Database) throws {
    for table in StoredTable.all {
      try db.execute(
        sql: "CREATE TEMP TABLE spilled_\(table.name) AS SELECT * FROM \(table.name) WHERE FALSE"
      )
    }
  }

  static func move(_ id: Int64, _ db: Database) throws {
    for table in StoredTable.all {
      try db.execute(
        sql:
          "INSERT INTO \(table.name) SELECT * FROM temp.spilled_\(table.name) WHERE input_id = ?",
        arguments: [id]
      )
    }
    try remove(id, db)
  }

  static func remove(_ id: Int64, _ db: Database) throws {
    for table in StoredTable.all {
      try db.execute(
        sql: "DELETE FROM temp.spilled_\(table.name) WHERE input_id = ?",
        arguments: [id]
      )
    }
  }
}
