import GRDB

/// The result of one input of a batch.
package struct InputResult: Sendable {
  package enum State: String, Sendable {
    case done
    /// The input could not be read completely.
    case unreadable
    /// Reading the input took longer than the limit.
    case timedOut = "timed-out"
    /// The input was found in a directory and is not a stream.
    case noStream = "no-stream"
  }

  package var state: State
  /// The reason why the input could not be read completely, if any.
  package var error: String?
  package var did: Set<RecordKind>
  package var bytes: Int64
  /// The result of `check`. Nil if the input was not checked.
  package var report: CheckRow?
  /// The number of pings that the input would have given without the gaps between its DATA tags. Nil if the number is
  /// unknown, or if there are no gaps.
  package var pingsWithoutGaps: Int?

  package init(
    _ state: State,
    error: String? = nil,
    did: Set<RecordKind>,
    bytes: Int64 = 0,
    report: CheckRow? = nil,
    pingsWithoutGaps: Int? = nil
  ) {
    (self.state, self.error, self.did, self.bytes, self.report) = (state, error, did, bytes, report)
    self.pingsWithoutGaps = pingsWithoutGaps
  }
}

/// The results of one input, ready to be written.
struct FinishedInput: Sendable {
  let id: Int64
  /// Whether the input has rows of an earlier run, which must be replaced.
  let hasOldRows: Bool
  /// Whether some rows are in temporary tables.
  let hasSpilled: Bool
  let rows: [StoredRow]
  /// The approximate size of the rows in memory, in bytes.
  let size: Int
  /// The arguments of the statement ``InputRecorder/updating``.
  let update: StatementArguments

  /// Writes the results. Requires a transaction.
  func write(_ db: Database) throws {
    if hasOldRows {
      for table in StoredTable.all {
        try db.cachedStatement(sql: "DELETE FROM \(table.name) WHERE input_id = ?")
          .execute(arguments: [id])
      }
    }
    if hasSpilled { try Spilled.move(id, db) }
    for row in rows { try row.insert(into: db) }
    try db.cachedStatement(sql: InputRecorder.updating).execute(arguments: update)
  }
}

/// The columns of `inputs` with the result of `check` for the whole input.
enum CheckColumns {
  /// All columns, in the order of the fields. Inputs that were not checked have a value only for `error`.
  static let all = columns { _ in true }
  /// The columns that are filled from a report: all except `error`, which is filled from the result of reading.
  static let filled = columns { $0 != "error" }
  /// The tables of the arrays in a record of `check`, named after the fields.
  static let tables: [StoredTable] = [.streams, .rules, .findings]

  private static func columns(_ hasColumn: (String) -> Bool) -> StoredColumns {
    StoredColumns(CheckFields.schema.leaves) {
      $0.kind != .rows && $0.path != "input" && hasColumn($0.path)
    }
  }
}

/// Temporary tables with the rows of inputs that are too large for memory, until the input is complete.
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
