import GRDB

/// The rows of app sessions, as far as a writer has met them.
struct SessionIDs {
  private struct Key: Hashable {
    var app: String
    var session: String
  }

  /// Sessions that are cached: others are read from the database.
  private static let memory = 20_000

  private var known: [Key: Int64] = [:]
  /// The additions of a transaction to each session.
  private var added: [Int64: (pings: Int, last: Int64)] = [:]

  /// The row of the session of a ping, which is counted.
  mutating func count(_ ping: ArrivingPing, at time: Int64, _ db: Database) throws -> Int64 {
    let key = Key(app: ping.app, session: ping.session)
    let id = try known[key] ?? row(key, at: time, db)
    added[id, default: (0, time)].pings += 1
    added[id]?.last = time
    return id
  }

  private mutating func row(_ key: Key, at time: Int64, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO sessions (session, app, first, last, pings) VALUES (?, ?, ?, ?, 0)
        ON CONFLICT (session, app) DO UPDATE SET last = excluded.last RETURNING session_id
        """
    )
    guard
      let id = try Int64.fetchOne(statement, arguments: [key.session, key.app, time, time])
    else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    if known.count >= Self.memory { known = [:] }
    known[key] = id
    return id
  }

  /// Writes what the pings of the transaction added.
  mutating func update(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "UPDATE sessions SET pings = pings + ?, last = ? WHERE session_id = ?"
    )
    for (id, change) in added {
      try statement.execute(arguments: [change.pings, change.last, id])
    }
    added = [:]
  }

  /// Forgets everything: rows may have gone.
  mutating func forget() {
    known = [:]
    added = [:]
  }
}
