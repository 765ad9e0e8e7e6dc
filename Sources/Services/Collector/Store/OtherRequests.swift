import GRDB
import StoredValues

/// Requests to production hosts that are not pings: the opt-out page, scripts. They are stored apart
/// from pings, with a limit of their own.
struct OtherRequests {
  /// Bytes of all of them together.
  private let limit: Int64
  /// Bytes of those that are stored; nil: they must be counted.
  private var bytes: Int64?
  private var hasNew = false

  /// About how many bytes a row takes beside its texts.
  private static let rowSize: Int64 = 100
  private static let size = "\(rowSize) + ifnull(length(url), 0) + ifnull(length(headers), 0)"

  init(limit: Int64) { self.limit = limit }

  /// Stores a request without its body.
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

  /// Removes the oldest while all are above the limit, never those from `first` on, which came in this
  /// transaction.
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

  /// Forgets what was counted: rows may have gone.
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
