import Foundation
import GRDB
import PingAnalysis
import Records

struct StoredRequest: Sendable, Equatable {
  var id: Int64
  /// When the request arrived, in milliseconds since 1970.
  var received: Int64
  var peer: String
  var method: String
  var url: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]?
  var status: Int

  /// The columns that ``init(_:)`` reads.
  static let columns =
    "r.request_id, r.received, r.peer, r.method, r.url, r.headers, r.body, r.status"

  /// Reads a row with ``columns``, or throws `StoredValueError`.
  init(_ row: Row) throws {
    let row = CheckedRow(row, of: "requests", key: ["request_id"])
    id = try row.value(0)
    received = try row.value(1)
    peer = try row.value(2)
    method = try row.value(3)
    url = try row.value(4)
    headers = JSONPairs.pairs(try row.value(5))
    let bytes: Data? = try row.optional(6)
    body = bytes.map { [UInt8]($0) }
    status = try row.value(7)
  }

  static func == (left: StoredRequest, right: StoredRequest) -> Bool {
    left.id == right.id && left.received == right.received && left.url == right.url
      && left.method == right.method && left.body == right.body && left.status == right.status
      && left.headers.elementsEqual(right.headers, by: ==)
  }

  /// The body as text; nil if the request has no body.
  var text: String? { body.map { String(decoding: $0, as: UTF8.self) } }

  var captured: CapturedRequest {
    CapturedRequest(method: method, url: url, body: text, sentAt: Double(received) / 1000)
  }
}

extension StoredRequest {
  private static let pingRequests = """
    SELECT request_id, received, peer, method, url, headers, body, status, 1 AS isPing
    FROM requests WHERE request_id > :last
    """
  private static let allRequests = """
    \(pingRequests) UNION ALL
    SELECT request_id, received, peer, method, url, headers, NULL, status, 0
    FROM other_requests WHERE request_id > :last
    """

  /// The requests after the id `last`, oldest first, and whether each contains pings. `withOthers` includes requests
  /// that are not pings, for which a file of version 1 has no table.
  static func fetch(
    after last: Int64,
    limit: Int,
    withOthers: Bool,
    _ db: Database
  ) throws -> [(request: StoredRequest, isPing: Bool)] {
    try Row.fetchAll(
      db,
      sql: "\(withOthers ? allRequests : pingRequests) ORDER BY request_id LIMIT :count",
      arguments: ["last": last, "count": limit]
    ).map { (try StoredRequest($0), try CheckedRow($0, of: "requests").count(8) == 1) }
  }
}

struct StoredPing: Sendable, Equatable {
  var id: Int64
  var request: StoredRequest
  /// The position of the ping in the request, from 0.
  var part: Int
  var product: String
  var type: String?
  var app: String
  var session: String
  var endpoint: String
  var createTime: Int64?
  var sendTime: Int64?

  private init(_ row: CheckedRow, of request: StoredRequest) throws {
    self.request = request
    id = try row.value(0)
    part = try row.value(2)
    product = try row.value(3)
    type = try row.optional(4)
    endpoint = try row.value(5)
    createTime = try row.optional(6)
    sendTime = try row.optional(7)
    app = try row.value(8)
    session = try row.value(9)
  }

  /// The pings with these ids, in the order of `ids`, without pings that have been removed. A request is read once for
  /// all of its adjacent pings.
  static func fetch(_ ids: [Int64], _ db: Database) throws -> [StoredPing] {
    let arrivals = try db.cachedStatement(
      sql: """
        SELECT a.ping_id, a.request_id, a.part, a.product, a.type, a.endpoint, a.createTime, a.sendTime,
          s.app, s.session
        FROM arrivals a JOIN sessions s USING (session_id) WHERE a.ping_id = ?
        """
    )
    let requests = try db.cachedStatement(
      sql: "SELECT \(StoredRequest.columns) FROM requests r WHERE r.request_id = ?"
    )
    var pings: [StoredPing] = []
    var latest: StoredRequest?
    for id in ids {
      guard let row = try Row.fetchOne(arrivals, arguments: [id]) else { continue }
      let arrival = CheckedRow(row, of: "arrivals", key: ["ping_id"])
      let number: Int64 = try arrival.value(1)
      if latest?.id != number {
        latest = try Row.fetchOne(requests, arguments: [number]).map { try StoredRequest($0) }
      }
      if let request = latest { pings.append(try StoredPing(arrival, of: request)) }
    }
    return pings
  }
}

/// Decodes stored pings from their requests. The pings of one request are adjacent in lists, so each body, which may
/// have thousands of lines, is parsed only once.
struct StoredPingDecoder {
  private var request: Int64?
  private var pings = RequestPings()

  /// The ping as it was sent; nil if the stored request no longer contains it.
  mutating func sent(_ ping: StoredPing) -> SentPing? {
    look(at: ping.request)
    return pings.indices.contains(ping.part) ? pings[ping.part] : nil
  }

  /// The body of the ping's request as text; only this ping's part if the body has several pings. Nil without a body.
  mutating func body(of ping: StoredPing) -> String? {
    look(at: ping.request)
    return pings.part(at: ping.part) ?? ping.request.text
  }

  private mutating func look(at request: StoredRequest) {
    guard self.request != request.id else { return }
    self.request = request.id
    pings = PingRecognizer.pings(in: request.captured)
  }
}

/// A selection of pings for a list. A nil property matches any value.
struct PingFilter: Sendable, Equatable {
  var product: String?
  var type: String?
  var app: String?
  var session: String?

  /// The ids of the pings that the filter selects, in order.
  ///
  /// If the filter has no session, the table is read in the order of the ids, because its rows are short and recent
  /// pings are requested most often. The optimizer of SQLite would instead sort all pings of a session or product.
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
      // The list contains only numbers from the database, and no text from clients.
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

  /// The database ids of the sessions that the filter selects; nil means any session.
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
