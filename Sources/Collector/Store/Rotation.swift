import GRDB

/// Makes room for new pings: the oldest requests go, with their pings, never those that are being stored.
enum Rotation {
  /// What went, by product and type.
  typealias Removed = [PingTotals.Kind: Int]

  /// Requests that go beyond those that came, so that a file above its limit comes down to it.
  private static let surplus = 64

  /// Bytes of the pages in use.
  static func usedBytes(_ db: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    return max(0, pages - free) * size
  }

  /// Removes the oldest requests if more than `limit` bytes are in use: twice as many as came, which is
  /// `count`, so that the work of a transaction stays in proportion. The `first` that came stays, with
  /// all behind it.
  static func makeRoom(
    _ db: Database,
    limit: Int64,
    for count: Int,
    before first: Int64
  ) throws -> Removed {
    guard try usedBytes(db) > limit else { return [:] }
    let oldest = try Int64.fetchAll(
      db,
      sql: "SELECT request_id FROM requests WHERE request_id < ? ORDER BY request_id LIMIT ?",
      arguments: [first, count * 2 + surplus]
    )
    guard let last = oldest.last else { return [:] }
    return try remove(through: last, db)
  }

  private static func remove(through request: Int64, _ db: Database) throws -> Removed {
    // Pings have the order of their requests: those that go stand before the first that stays.
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
      let count: Int = row[3]
      removed[PingTotals.Kind(product: row[0], type: row[1]), default: 0] += count
      try db.cachedStatement(sql: "UPDATE sessions SET pings = pings - ? WHERE session_id = ?")
        .execute(arguments: [count, row[2] as Int64])
      try db.cachedStatement(sql: "DELETE FROM sessions WHERE session_id = ? AND pings <= 0")
        .execute(arguments: [row[2] as Int64])
    }
    try db.execute(sql: "DELETE FROM arrivals WHERE ping_id < ?", arguments: [end])
    try db.execute(sql: "DELETE FROM parameters WHERE ping_id < ?", arguments: [end])
    try db.execute(sql: "DELETE FROM requests WHERE request_id <= ?", arguments: [request])
    return removed
  }
}
