import GRDB
import StoredValues

/// Which pings are meant; nil: any.
struct PingFilter: Sendable, Equatable {
  var product: String?
  var type: String?
  var app: String?
  var session: String?

  /// The rows of `arrivals` that are meant, by their ids in order.
  ///
  /// Without a session the table is read from its end: its rows are short, and searched pings are
  /// mostly recent. The optimizer would rather sort all pings of a session or product.
  func ids(
    _ db: Database,
    before: Int64 = .max,
    after: Int64 = 0,
    newestFirst: Bool,
    limit: Int
  ) throws -> [Int64] {
    var conditions = ["ping_id < ?", "ping_id > ?"]
    var arguments: [any DatabaseValueConvertible] = [before, after]
    for (column, value) in [("product", product), ("type", type)] {
      guard let value else { continue }
      conditions.append("\(column) = ?")
      arguments.append(value)
    }
    let sessions = try sessionIDs(db)
    if let sessions {
      // Numbers of our own.
      let list = sessions.map(String.init).joined(separator: ",")
      conditions.append(sessions.count == 1 ? "session_id = \(list)" : "session_id IN (\(list))")
    } else if let app {
      conditions.append("session_id IN (SELECT session_id FROM sessions WHERE app = ?)")
      arguments.append(app)
    }
    return try Int64.fetchAll(
      db,
      sql: """
        SELECT ping_id FROM arrivals \(sessions == nil ? "NOT INDEXED" : "INDEXED BY arrivals_by_session")
        WHERE \(conditions.joined(separator: " AND "))
        ORDER BY ping_id \(newestFirst ? "DESC" : "ASC") LIMIT \(limit)
        """,
      arguments: StatementArguments(arguments)
    )
  }

  /// The sessions that are asked for; nil for any.
  private func sessionIDs(_ db: Database) throws -> [Int64]? {
    guard let session else { return nil }
    let all = try Row.fetchAll(
      db,
      sql: "SELECT session_id, app FROM sessions WHERE session = ? LIMIT 100",
      arguments: [session]
    )
    return try all.compactMap { row in
      let row = CheckedRow(row, of: "sessions", key: ["session_id"])
      let isMeant = try app == nil || row.value(1) == app
      return isMeant ? try row.value(0) : nil
    }
  }
}
