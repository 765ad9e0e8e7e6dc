import GRDB

/// Claims inputs for a run, so that only one process works on an input at a time.
struct InputClaims: Sendable {
  let run: Int64
  /// The fingerprint of all settings on which the results of the run depend.
  let fingerprint: String
  /// Whether unchanged inputs are processed again.
  let redoes: Bool
  /// Whether the process of another run has ended, with or without success.
  let isGone: @Sendable (Int64) -> Bool

  enum Outcome: Equatable {
    /// The input is claimed. `hasRows` is true if there are rows of an earlier run.
    case claimed(hasRows: Bool)
    case unchanged
    /// Another process is working on the input, or has removed its row.
    case taken
  }

  /// Claims an input. Requires a transaction.
  func claim(_ id: Int64, _ identity: InputIdentity, _ db: Database) throws -> Outcome {
    guard let row = try row(id, db) else { return .taken }
    if let owner = try owner(row), owner != run, !isGone(owner) { return .taken }
    if !redoes, try isUnchanged(row, identity) { return .unchanged }
    return try take(id, row, db)
  }

  /// Claims an input before its file is examined. Requires a transaction. Nil if ``claim(_:_:_:)`` must decide, because
  /// the input may be unchanged, has an owner or has no row.
  func claimAhead(_ id: Int64, _ db: Database) throws -> Outcome? {
    guard let row = try row(id, db), try owner(row) == nil else { return nil }
    guard try redoes || !isDone(row) else { return nil }
    return try take(id, row, db)
  }

  private func take(_ id: Int64, _ row: CheckedRow, _ db: Database) throws -> Outcome {
    let state: String = try row.value(0)
    try db.cachedStatement(sql: "UPDATE inputs SET owner = ? WHERE input_id = ?")
      .execute(arguments: [run, id])
    return .claimed(hasRows: state != "waiting")
  }

  func release(_ id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE inputs SET owner = NULL WHERE input_id = ? AND owner = ?")
      .execute(arguments: [id, run])
  }

  func row(_ id: Int64, _ db: Database) throws -> CheckedRow? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT state, owner, settings, kind, size, mtime, sha256, input_id
        FROM inputs WHERE input_id = ?
        """
    )
    return try Row.fetchOne(statement, arguments: [id])
      .map { CheckedRow($0, of: "inputs", key: ["input_id"]) }
  }

  private func owner(_ row: CheckedRow) throws -> Int64? { try row.optional(1) }
}
