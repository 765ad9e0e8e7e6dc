import GRDB

/// An app session with its latest pings.
struct StoredSession: Sendable, Equatable {
  /// A ping on the timeline.
  struct Mark: Sendable, Equatable {
    var id: Int64
    /// Milliseconds since 1970.
    var received: Int64
    var product: String
    var type: String?
  }

  var app: String
  var session: String
  /// Milliseconds since 1970.
  var first: Int64
  var last: Int64
  /// Pings of the session, of which the latest are marks.
  var pings: Int
  /// Newest first.
  var marks: [Mark]

  /// Marks of all sessions together, and of one.
  private static let (markLimit, leastMarks) = (3000, 100)

  /// The sessions that had pings last, newest first.
  static func latest(_ filter: PingFilter, limit: Int, _ db: Database) throws -> [StoredSession] {
    let conditions = [("app", filter.app), ("session", filter.session)]
      .compactMap { column, value in value.map { ("\(column) = ?", $0) } }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT session_id, app, session, first, last, pings FROM sessions
        WHERE \((["pings > 0"] + conditions.map(\.0)).joined(separator: " AND "))
        ORDER BY last DESC LIMIT \(limit)
        """,
      arguments: StatementArguments(conditions.map(\.1))
    )
    return try rows.map { row in
      StoredSession(
        app: row[1],
        session: row[2],
        first: row[3],
        last: row[4],
        pings: row[5],
        marks: try marks(of: row[0], max(leastMarks, markLimit / max(1, rows.count)), db)
      )
    }
  }

  private static func marks(of session: Int64, _ limit: Int, _ db: Database) throws -> [Mark] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT ping_id, received, product, type FROM arrivals INDEXED BY arrivals_by_session
        WHERE session_id = ? ORDER BY ping_id DESC LIMIT ?
        """,
      arguments: [session, limit]
    )
    return rows.map { Mark(id: $0[0], received: $0[1], product: $0[2], type: $0[3]) }
  }

  /// The apps that sent pings, in alphabetical order.
  static func apps(_ db: Database, limit: Int) throws -> [String] {
    try String.fetchAll(
      db,
      sql: "SELECT DISTINCT app FROM sessions WHERE app <> '' ORDER BY app LIMIT ?",
      arguments: [limit]
    )
  }
}
