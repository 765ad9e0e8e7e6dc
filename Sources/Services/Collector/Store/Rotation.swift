import GRDB
import Records

/// Makes room for new pings: removes the oldest requests with their pings, except those that are being stored.
enum Rotation {
  typealias Removed = [PingTotals.Kind: Int]

  /// The maximum number of bytes that are removed in addition to the added bytes. After the limit was lowered, the used
  /// size therefore decreases step by step, and clients do not wait long.
  private static let step: Int64 = 4 << 20
  /// The approximate size of a ping's rows without their texts, in bytes.
  private static let rowSize = 150

  /// The number of bytes in the pages that are in use.
  static func usedBytes(_ db: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    return max(0, pages - free) * size
  }

  /// Removes the oldest requests until at most `limit` bytes are in use. One call removes at most about `step` bytes
  /// more than the transaction added.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - limit: The maximum number of bytes in use.
  ///   - before: The number of bytes that were in use before the transaction.
  ///   - first: The first request of this transaction. It and all later requests are kept.
  /// - Returns: The numbers of removed pings.
  /// - Throws: `DatabaseError`, or `StoredValueError` for an impossible value in the database.
  static func makeRoom(
    _ db: Database,
    limit: Int64,
    usedBefore before: Int64,
    first: Int64
  ) throws -> Removed {
    let start = try usedBytes(db)
    let most = max(0, start - before) + step
    var removed: Removed = [:]
    while true {
      let now = try usedBytes(db)
      let excess = min(now - limit, most - (start - now))
      // Only half of the excess is removed at a time, because sizes are estimates and only whole pages are freed.
      guard excess > 0, let last = try oldest(taking: excess / 2, before: first, db) else {
        return removed
      }
      removed.merge(try remove(through: last, db)) { $0 + $1 }
    }
  }

  /// The last of the oldest requests that together have about `bytes` bytes; nil if there is no request before `first`.
  private static func oldest(
    taking bytes: Int64,
    before first: Int64,
    _ db: Database
  ) throws -> Int64? {
    // Pings are in the order of their requests.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT a.request_id, length(p.parameters) + \(rowSize) + iif(a.part = 0,
          length(r.url) + length(r.headers) + ifnull(length(r.body), 0), 0)
        FROM arrivals a CROSS JOIN parameters p USING (ping_id) CROSS JOIN requests r USING (request_id)
        WHERE a.request_id < ? ORDER BY a.ping_id
        """,
      arguments: [first]
    )
    var last: Int64?
    var sum: Int64 = 0
    while let row = try rows.next() {
      let row = CheckedRow(row, of: "arrivals")
      last = try row.value(0)
      sum += Int64(try row.count(1))
      if sum >= bytes { break }
    }
    return last
  }

  private static func remove(through request: Int64, _ db: Database) throws -> Removed {
    // Pings are in the order of their requests, so the pings to remove come before the first ping that is kept.
    let end =
      try Int64.fetchOne(
        db,
        sql: "SELECT ping_id FROM arrivals WHERE request_id > ? ORDER BY ping_id LIMIT 1",
        arguments: [request]
      ) ?? .max
    let gone = try Row.fetchAll(
      db,
      sql: """
        SELECT product, type, session_id, count(*) FROM arrivals WHERE ping_id < ?
        GROUP BY product, type, session_id
        """,
      arguments: [end]
    )
    var removed: Removed = [:]
    for row in gone {
      let row = CheckedRow(row, of: "arrivals", key: ["session_id"])
      let (session, count): (Int64, Int) = (try row.value(2), try row.count(3))
      let kind = PingTotals.Kind(product: try row.value(0), type: try row.optional(1))
      removed[kind, default: 0] += count
      try db.cachedStatement(sql: "UPDATE sessions SET pings = pings - ? WHERE session_id = ?")
        .execute(arguments: [count, session])
      try db.cachedStatement(sql: "DELETE FROM sessions WHERE session_id = ? AND pings <= 0")
        .execute(arguments: [session])
    }
    try db.execute(sql: "DELETE FROM arrivals WHERE ping_id < ?", arguments: [end])
    try db.execute(sql: "DELETE FROM parameters WHERE ping_id < ?", arguments: [end])
    try db.execute(sql: "DELETE FROM requests WHERE request_id <= ?", arguments: [request])
    return removed
  }
}
