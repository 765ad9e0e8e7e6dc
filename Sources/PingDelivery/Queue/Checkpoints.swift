import GRDB
import StoredValues

/// The statements on what would be lost with a process.
enum Checkpoints {
  /// Replaces the checkpoint of `instance`, which `owner` runs, with `pings`; empty: removes it.
  static func replace(
    _ instance: String,
    by pings: [QueuedPing],
    owner: Int64,
    in db: Database
  ) throws {
    try db.cachedStatement(sql: "DELETE FROM checkpoints WHERE owner = ? AND instance = ?")
      .execute(arguments: [owner, instance])
    guard !pings.isEmpty else { return }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO checkpoints
        (owner, instance, position, product, createTime, queued, url, slots)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    for (position, ping) in pings.enumerated() {
      try statement.execute(arguments: [
        owner, instance, position, ping.product, ping.createTime, ping.queued,
        ping.request.url, ping.request.slotText,
      ])
    }
  }

  /// Appends the checkpoints of owners that are gone to the waiting pings; gives the number of
  /// pings.
  static func recover(isGone: (Int64) -> Bool, in db: Database) throws -> Int {
    let owners: [Int64] = try Row.fetchAll(db, sql: "SELECT DISTINCT owner FROM checkpoints")
      .map { try CheckedRow($0, of: "checkpoints").value(0) }
    var count = 0
    for owner in owners where isGone(owner) {
      try db.execute(
        sql: """
          INSERT INTO pings (product, createTime, queued, url, slots, attempts, reason)
          SELECT product, createTime, queued, url, slots, 0, ?
          FROM checkpoints WHERE owner = ? ORDER BY queued, instance, position
          """,
        arguments: [QueuedPing.recovered, owner]
      )
      count += db.changesCount
      try db.execute(sql: "DELETE FROM checkpoints WHERE owner = ?", arguments: [owner])
    }
    return count
  }
}
