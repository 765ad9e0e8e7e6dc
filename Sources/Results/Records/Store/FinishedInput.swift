import GRDB

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
