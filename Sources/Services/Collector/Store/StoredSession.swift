import GRDB
import StoredValues

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
      let row = CheckedRow(row, of: "sessions", key: ["session_id"])
      return StoredSession(
        app: try row.value(1),
        session: try row.value(2),
        first: try row.value(3),
        last: try row.value(4),
        pings: try row.count(5),
        marks: try marks(of: row.value(0), max(leastMarks, markLimit / max(1, rows.count)), db)
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
    return try rows.map { row in
      let row = CheckedRow(row, of: "arrivals", key: ["ping_id"])
      return Mark(
        id: try row.value(0),
        received: try row.value(1),
        product: try row.value(2),
        type: try row.optional(3)
      )
    }
  }

  /// The apps that sent pings, in alphabetical order.
  static func apps(_ db: Database, limit: Int) throws -> [String] {
    try Row.fetchAll(
      db,
      sql: "SELECT DISTINCT app FROM sessions WHERE app <> '' ORDER BY app LIMIT ?",
      arguments: [limit]
    ).map { try CheckedRow($0, of: "sessions").value(0) }
  }
}
