import GRDB
import StoredValues

/// The right to send: one owner has it at a time, the others only add pings.
enum Lease {
  /// How long it lasts without being renewed, in milliseconds.
  static let duration: Int64 = 60_000

  /// Takes or renews the lease for `owner` at `now` milliseconds; false when another has it.
  static func take(
    _ owner: Int64,
    now: Int64,
    isGone: (Int64) -> Bool,
    in db: Database
  ) throws -> Bool {
    if let row = try Row.fetchOne(db, sql: "SELECT owner, expires FROM lease") {
      let row = CheckedRow(row, of: "lease")
      let (holder, expires): (Int64, Int64) = (try row.value(0), try row.value(1))
      // A lease that lasts much longer than any can was written by a clock that was wrong. Slightly
      // longer is right: `now` was read before the wait for the other writers.
      let isOver = expires <= now || expires > now + 2 * duration
      guard holder == owner || isOver || isGone(holder) else { return false }
    }
    try db.execute(
      sql: "INSERT OR REPLACE INTO lease (id, owner, expires, sending) VALUES (1, ?, ?, NULL)",
      arguments: [owner, now + duration]
    )
    return true
  }

  /// Renews the lease of `owner`, which is about to send the ping `sending`; false when it was lost.
  static func renew(_ owner: Int64, now: Int64, sending: Int64?, in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "UPDATE lease SET expires = ?, sending = ? WHERE owner = ?"
    )
    try statement.execute(arguments: [now + duration, sending, owner])
    return db.changesCount > 0
  }

  /// Gives the lease back, if `owner` has it.
  static func release(_ owner: Int64, in db: Database) throws {
    try db.execute(sql: "DELETE FROM lease WHERE owner = ?", arguments: [owner])
  }
}
