import GRDB

/// Which process works on which input.
struct InputClaims: Sendable {
  /// The run that claims.
  let run: Int64
  /// The fingerprint of everything that the run's results depend on.
  let fingerprint: String
  /// Whether what is unchanged is done again.
  let redoes: Bool
  /// Whether a run has ended, with or without success.
  let isGone: @Sendable (Int64) -> Bool

  /// The result of a claim.
  enum Outcome: Equatable {
    /// The input is ours; `hasRows` when there are rows of a time before.
    case claimed(hasRows: Bool)
    /// It has been done, and nothing has changed since.
    case unchanged
    /// Another process works on it.
    case taken
  }

  /// Claims an input, in a transaction.
  func claim(_ id: Int64, _ identity: InputIdentity, _ db: Database) throws -> Outcome {
    guard let row = try row(id, db) else { return .taken }
    if let owner = try owner(row), owner != run, !isGone(owner) { return .taken }
    if !redoes, try isUnchanged(row, identity) { return .unchanged }
    return try take(id, row, db)
  }

  /// Claims an input before anything is known of it, in a transaction. Nil when it may be unchanged, or is
  /// another's: that is for ``claim(_:_:_:)`` to find out.
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

  /// Gives an input back, undone.
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
