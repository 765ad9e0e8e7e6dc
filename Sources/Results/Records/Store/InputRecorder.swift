import Conformance
import Formats
import GRDB

/// Collects the results of one input and writes them to the database together. Only one thread may use it.
package final class InputRecorder {
  /// The maximum size of the rows kept in memory, in bytes: 4 MiB. If the rows become larger, they are moved to a
  /// temporary table.
  static let capacity = 4 << 20

  private let database: ResultsDatabase
  private let commits: InputCommits
  private let claims: InputClaims
  private let id: Int64
  private let identity: InputIdentity
  private let hasOldRows: Bool
  private let clock: @Sendable () -> Int64
  private let started: Int64
  private let capacity: Int
  private var rows: [StoredRow] = []
  private var size = 0
  private var hasSpilled = false

  init(
    _ database: ResultsDatabase,
    _ commits: InputCommits,
    _ claims: InputClaims,
    id: Int64,
    _ identity: InputIdentity,
    hasOldRows: Bool,
    capacity: Int,
    clock: @escaping @Sendable () -> Int64
  ) {
    (self.database, self.commits, self.claims, self.id) = (database, commits, claims, id)
    (self.identity, self.hasOldRows, self.capacity) = (identity, hasOldRows, capacity)
    self.clock = clock
    started = clock()
  }

  package func append(_ row: ExtractRow) throws { try append(row.values, to: .tags) }

  package func append(_ row: PingRow) throws { try append(row.values, to: .pings) }

  /// Writes the results in one transaction, in place of earlier results. If another thread is writing, it may take over
  /// the results.
  /// - Throws: ``ResultsDatabaseError``, including for results that other threads handed over to this thread.
  package func finish(_ result: InputResult) throws {
    let report = result.report?.report
    if let report {
      try append(report.streams.map(StreamRecord.init), StreamFields.schema, to: .streams)
      try append(report.rules, RuleFields.schema, to: .rules)
      try append(report.findings.map(FindingRecord.init), FindingFields.schema, to: .findings)
    }
    let finished = FinishedInput(
      id: id,
      hasOldRows: hasOldRows,
      hasSpilled: hasSpilled,
      rows: rows,
      size: size,
      update: StatementArguments(update(result, report))
    )
    rows.removeAll()
    try commits.commit(finished)
  }

  /// Releases the input as if it had not been begun.
  /// - Throws: ``ResultsDatabaseError``.
  package func abandon() throws {
    try database.write { db in
      if hasSpilled { try Spilled.remove(id, db) }
      try claims.release(id, db)
    }
  }

  private func append<Fields>(
    _ parts: [Fields.Row],
    _ schema: RecordSchema<Fields>,
    to table: StoredTable
  ) throws {
    for (position, part) in parts.enumerated() {
      try append(schema.values(part), to: table, position: position)
    }
  }

  private func append(_ values: [JSONValue], to table: StoredTable, position: Int = 0) throws {
    let row = table.row(values, ofInput: id, position: position)
    rows.append(row)
    size += row.size
    guard size > capacity else { return }
    // Temporary tables are not shared, so no other process has to wait.
    try database.write(.deferred) { db in for row in rows { try row.spill(into: db) } }
    rows.removeAll()
    (size, hasSpilled) = (0, true)
  }

  // MARK: - The row of the input

  static let updating =
    "UPDATE inputs SET run_id = ?, state = ?, owner = NULL, started = ?, finished = ?, kind = ?, "
    + "size = ?, mtime = ?, sha256 = ?, settings = ?, did = ?, bytes = ?, "
    + "pings_without_gaps = ?, error = ?, "
    + CheckColumns.filled.names.map { "\($0) = ?" }.joined(separator: ", ")
    + " WHERE input_id = ?"

  private func update(_ result: InputResult, _ report: CheckReport?) -> [DatabaseValue] {
    var values: [DatabaseValue] = [
      claims.run.databaseValue, result.state.rawValue.databaseValue,
      Self.text(started).databaseValue, Self.text(clock()).databaseValue,
      identity.kind.rawValue.databaseValue, identity.size.databaseValue,
      identity.modified.databaseValue, identity.sha256.databaseValue,
      claims.fingerprint.databaseValue, RecordKind.text(of: result.did).databaseValue,
      result.bytes.databaseValue, result.pingsWithoutGaps.databaseValue,
      result.error.map { FieldKind.stored($0) } ?? .null,
    ]
    if let report {
      values += CheckColumns.filled.stored(CheckFields.schema.values(report, parts: false))
    } else {
      values += CheckColumns.filled.names.map { _ in .null }
    }
    return values + [id.databaseValue]
  }

  /// A time in milliseconds since 1970 as RFC 3339 text.
  static func text(_ milliseconds: Int64) -> String? {
    UTCTime.milliseconds(Double(milliseconds) / 1000)
  }
}
