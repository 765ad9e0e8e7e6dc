import GRDB
import Records
import Synchronization

/// An app session with its latest pings.
struct StoredSession: Sendable, Equatable {
  struct Mark: Sendable, Equatable {
    var id: Int64
    /// When the ping arrived, in milliseconds since 1970.
    var received: Int64
    var product: String
    var type: String?
  }

  var app: String
  var session: String
  /// When the first and the last ping arrived, in milliseconds since 1970.
  var first: Int64
  var last: Int64
  /// The number of stored pings of the session. Only the latest of them have marks.
  var pings: Int
  /// The marks, newest first.
  var marks: [Mark]

  /// `markLimit` marks are divided equally among the sessions. A session may have `leastMarks` even if its share is
  /// smaller.
  private static let (markLimit, leastMarks) = (3000, 100)

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

  static func apps(_ db: Database, limit: Int) throws -> [String] {
    try Row.fetchAll(
      db,
      sql: "SELECT DISTINCT app FROM sessions WHERE app <> '' ORDER BY app LIMIT ?",
      arguments: [limit]
    ).map { try CheckedRow($0, of: "sessions").value(0) }
  }
}

/// The numbers of stored pings by product and type, kept in memory because counting millions of pings takes seconds.
final class PingTotals: Sendable {
  struct Kind: Hashable, Sendable {
    var product: String
    var type: String?
  }

  /// The number of kinds from which further types of a product are counted together, as pings without a type. Apps can
  /// give events of the Cloud API any type.
  private static let limit = 200

  private let counts: Mutex<[Kind: Int]>

  init(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT product, type, count(*) FROM arrivals GROUP BY product, type"
    )
    let stored: [Kind: Int] = try rows.reduce(into: [:]) { counts, row in
      let row = CheckedRow(row, of: "arrivals")
      let kind = Kind(product: try row.value(0), type: try row.optional(1))
      counts[kind] = try row.count(2)
    }
    counts = Mutex([:])
    change(by: stored)
  }

  /// Adds `changes`, which may be negative, to the numbers.
  func change(by changes: [Kind: Int]) {
    counts.withLock { counts in
      for (kind, change) in changes {
        let isNew = counts[kind] == nil
        let place = isNew && counts.count >= Self.limit ? Kind(product: kind.product) : kind
        let count = counts[place, default: 0] + change
        counts[place] = count > 0 ? count : nil
      }
    }
  }

  var sum: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// The numbers by product and type, in alphabetical order.
  var all: [(kind: Kind, count: Int)] {
    counts.withLock { $0 }.map { ($0.key, $0.value) }
      .sorted { ($0.0.product, $0.0.type ?? "") < ($1.0.product, $1.0.type ?? "") }
  }
}

/// Requests that were sent to production hosts but are not pings, such as those for the opt-out page and scripts. They
/// are stored separately from pings and have a separate limit.
struct OtherRequests {
  /// The maximum total size of these requests, in bytes.
  private let limit: Int64
  /// The total size of the stored requests, in bytes; nil if it must be recalculated.
  private var bytes: Int64?
  private var hasNew = false

  /// The approximate size of a row without its texts, in bytes.
  private static let rowSize: Int64 = 100
  private static let size = "\(rowSize) + ifnull(length(url), 0) + ifnull(length(headers), 0)"

  init(limit: Int64) { self.limit = limit }

  mutating func insert(_ arrival: Arrival, _ request: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO other_requests (request_id, received, peer, method, url, headers, status)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      request, arrival.received, arrival.peer, arrival.method, arrival.url, arrival.headers,
      arrival.status,
    ])
    let size = Int64(arrival.url.utf8.count + arrival.headers.utf8.count)
    bytes = bytes.map { $0 + Self.rowSize + size }
    hasNew = true
  }

  /// Removes the oldest requests while the total size is above the limit, except `first` and later requests, which were
  /// added in this transaction.
  mutating func makeRoom(before first: Int64, _ db: Database) throws {
    guard hasNew else { return }
    hasNew = false
    var bytes = try self.bytes ?? stored(db)
    while bytes > limit, let oldest = try oldest(before: first, db) {
      try db.cachedStatement(sql: "DELETE FROM other_requests WHERE request_id = ?")
        .execute(arguments: [oldest.id])
      bytes -= oldest.size
    }
    self.bytes = bytes
  }

  /// Clears the size after a failed transaction.
  mutating func forget() { (bytes, hasNew) = (nil, false) }

  private func stored(_ db: Database) throws -> Int64 {
    let row = try Row.fetchOne(db, sql: "SELECT sum(\(Self.size)) FROM other_requests")
    return try row.map { Int64(try CheckedRow($0, of: "other_requests").count(0)) } ?? 0
  }

  private func oldest(before first: Int64, _ db: Database) throws -> (id: Int64, size: Int64)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT request_id, \(Self.size) FROM other_requests WHERE request_id < ?
        ORDER BY request_id LIMIT 1
        """
    )
    return try Row.fetchOne(statement, arguments: [first]).map { row in
      let row = CheckedRow(row, of: "other_requests", key: ["request_id"])
      return (try row.value(0), Int64(try row.count(1)))
    }
  }
}
