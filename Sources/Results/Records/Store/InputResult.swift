import GRDB

/// The result of one input of a batch.
package struct InputResult: Sendable {
  /// How reading it ended.
  package enum State: String, Sendable {
    /// Read to its end.
    case done
    /// Could not be read, or not to its end.
    case unreadable
    /// Took too long.
    case timedOut = "timed-out"
    /// Found in a directory, and no stream.
    case noStream = "no-stream"
  }

  /// How reading it ended.
  package var state: State
  /// Why nothing, or not everything, could be read.
  package var error: String?
  /// The tasks that were done.
  package var did: Set<RecordKind>
  /// Bytes read.
  package var bytes: Int64
  /// The verdict on it, when it was checked.
  package var report: CheckRow?
  /// The pings that it would have given without the gaps between its DATA tags; nil without gaps.
  package var pingsWithoutGaps: Int?

  package init(
    _ state: State,
    error: String? = nil,
    did: Set<RecordKind>,
    bytes: Int64 = 0,
    report: CheckRow? = nil,
    pingsWithoutGaps: Int? = nil
  ) {
    self.state = state
    self.error = error
    self.did = did
    self.bytes = bytes
    self.report = report
    self.pingsWithoutGaps = pingsWithoutGaps
  }
}

/// Everything that was found in one input, ready to be written.
struct FinishedInput: Sendable {
  let id: Int64
  /// Whether rows of a time before are to be replaced.
  let hasOldRows: Bool
  /// Whether rows wait on disk.
  let hasSpilled: Bool
  let rows: [StoredRow]
  /// About how many bytes the rows take in memory.
  let size: Int
  /// The values of ``InputRecorder/updating``.
  let update: StatementArguments

  /// Writes it, in a transaction.
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

/// The results of `check` for a whole input: columns of `inputs`.
enum CheckColumns {
  /// All of them, in the order of the fields. `error` is also there without `check`.
  static let all = columns { _ in true }
  /// The columns that a report fills; `error` represents itself.
  static let filled = columns { $0 != "error" }
  /// The tables of its arrays; the names are those of the fields.
  static let tables: [StoredTable] = [.streams, .rules, .findings]

  private static func columns(_ hasColumn: (String) -> Bool) -> StoredColumns {
    StoredColumns(CheckFields.schema.leaves) {
      $0.kind != .rows && $0.path != "input" && hasColumn($0.path)
    }
  }
}

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
