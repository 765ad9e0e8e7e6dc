import GRDB
import NielsenAppApi
import StoredValues

/// The statements on the waiting and the refused pings.
enum WaitingPings {
  /// Appends `pings` to those that wait.
  static func add(_ pings: [QueuedPing], to db: Database) throws {
    guard !pings.isEmpty else { return }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO pings (product, createTime, queued, url, slots, attempts, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    )
    for ping in pings {
      try statement.execute(arguments: [
        ping.product, ping.createTime, ping.queued, ping.request.url, ping.request.slotText,
        ping.attempts, ping.reason,
      ])
    }
  }

  /// Drops pings until no more than `limit` wait: the oldest with raw tags first, then the oldest of
  /// the rest, but not the one being sent. Gives their number.
  static func drop(beyond limit: Int, in db: Database) throws -> Int {
    let excess = try count(db) - limit
    guard excess > 0 else { return 0 }
    try db.execute(
      sql: """
        DELETE FROM pings WHERE id IN (
          SELECT id FROM pings
          WHERE id IS NOT (SELECT sending FROM lease)
          ORDER BY product <> ?, id LIMIT ?
        )
        """,
      arguments: [Ping.Product.id3.rawValue, excess]
    )
    return db.changesCount
  }

  /// The oldest ping that waits. One with invalid slots is sent as it was made.
  static func first(_ db: Database) throws -> QueuedPing? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, product, createTime, queued, url, slots, attempts, reason
        FROM pings ORDER BY id LIMIT 1
        """
    )
    return try Row.fetchOne(statement).map { row in
      let row = CheckedRow(row, of: "pings", key: ["id"])
      let (url, slots): (String, String) = (try row.value(4), try row.value(5))
      return QueuedPing(
        id: try row.value(0),
        product: try row.value(1),
        createTime: try row.value(2),
        queued: try row.value(3),
        request: PingRequest(url: url, slotText: slots) ?? PingRequest(url: url),
        attempts: try row.count(6),
        reason: try row.value(7)
      )
    }
  }

  /// Removes a ping that was received.
  static func remove(_ id: Int64, from db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM pings WHERE id = ?").execute(arguments: [id])
  }

  /// Notes that attempts to send a ping failed.
  static func noteFailure(_ id: Int64, reason: String, count: Int = 1, in db: Database) throws {
    try db.execute(
      sql: "UPDATE pings SET attempts = attempts + ?, reason = ? WHERE id = ?",
      arguments: [count, reason, id]
    )
  }

  /// Notes that the pings made in `times` (Unix seconds) have waited until the end of these.
  static func age(madeIn times: Range<Int64>, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE pings SET queued = queued - (? - createTime) * 1000
        WHERE createTime >= ? AND createTime < ?
        """,
      arguments: [times.upperBound, times.lowerBound, times.upperBound]
    )
  }

  /// Moves a ping to those that are not sent any more.
  static func refuse(_ id: Int64, at now: Int64, _ explanation: String, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO refused
        SELECT id, product, createTime, queued, url, slots, attempts, reason, ?, ?
        FROM pings WHERE id = ?
        """,
      arguments: [now, explanation, id]
    )
    try remove(id, from: db)
  }

  /// The number of pings that wait.
  static func count(_ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM pings")) ?? 0
  }

  /// The number of pings that were refused.
  static func refusedCount(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM refused") ?? 0
  }
}
