import Foundation
import GRDB
import Records

/// Stores arrivals in the database, several in one transaction. Only one thread may use it at a time.
final class ArrivalStore {
  private let database: CollectorDatabase
  private let storedBytes: Int64
  private var nextRequest: Int64
  private var nextPing: Int64
  private var sessions = SessionIDs()
  private var others: OtherRequests
  let totals: PingTotals
  /// The number of pings removed since the start to make room.
  private(set) var removed = 0

  /// The id of the newest ping; 0 before the first ping.
  var newest: Int64 { nextPing - 1 }

  /// Creates a store that continues after the existing rows of the database.
  init(_ database: CollectorDatabase, storedBytes: Int64) throws(CollectorError) {
    (self.database, self.storedBytes) = (database, storedBytes)
    others = OtherRequests(limit: storedBytes / 16)
    (nextRequest, nextPing, totals) = try database.write { db in
      let request = max(
        try Self.last("request_id", of: "requests", db),
        try Self.last("request_id", of: "other_requests", db)
      )
      let ping = try Self.last("ping_id", of: "arrivals", db)
      return (request + 1, ping + 1, try PingTotals(db))
    }
  }

  private static func last(_ column: String, of table: String, _ db: Database) throws -> Int64 {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT \(column) FROM \(table) ORDER BY \(column) DESC LIMIT 1"
    )
    return try row.map { try CheckedRow($0, of: table, key: [column]).identifier(0) } ?? 0
  }

  /// Whether the database can currently be written. The check rewrites an unchanged value.
  var canWrite: Bool {
    do throws(CollectorError) {
      try database.write { db in
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \(version)")
      }
      return true
    } catch {
      return false
    }
  }

  /// Stores all or none of `arrivals`, in order, and removes old pings to make room.
  /// - Returns: The id of the newest ping.
  func store(_ arrivals: [Arrival]) throws(CollectorError) -> Int64 {
    var (request, ping) = (nextRequest, nextPing)
    var changes: [PingTotals.Kind: Int] = [:]
    var gone = 0
    do {
      try database.write { db in
        try db.inTransaction(.immediate) {
          let used = try Rotation.usedBytes(db)
          for arrival in arrivals {
            if arrival.pings.isEmpty {
              try others.insert(arrival, request, db)
            } else {
              try insert(arrival, request, &ping, db)
            }
            for ping in arrival.pings {
              changes[PingTotals.Kind(product: ping.product, type: ping.type), default: 0] += 1
            }
            request += 1
          }
          try others.makeRoom(before: nextRequest, db)
          try sessions.update(db)
          let removed = try Rotation.makeRoom(
            db,
            limit: storedBytes,
            usedBefore: used,
            first: nextRequest
          )
          if !removed.isEmpty { sessions.forget() }
          gone = removed.values.reduce(0, +)
          changes.merge(removed.mapValues(-)) { $0 + $1 }
          return .commit
        }
      }
    } catch {
      // The rows that the failed transaction created no longer exist.
      sessions.forget()
      others.forget()
      throw error
    }
    (nextRequest, nextPing) = (request, ping)
    removed += gone
    totals.change(by: changes)
    return ping - 1
  }

  private func insert(
    _ arrival: Arrival,
    _ request: Int64,
    _ ping: inout Int64,
    _ db: Database
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO requests (request_id, received, peer, method, url, headers, body, status)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      request, arrival.received, arrival.peer, arrival.method, arrival.url, arrival.headers,
      arrival.body.map { Data($0) }, arrival.status,
    ])
    for (part, arriving) in arrival.pings.enumerated() {
      let session = try sessions.count(arriving, at: arrival.received, db)
      try db.cachedStatement(
        sql: """
          INSERT INTO arrivals (ping_id, request_id, part, received, session_id, endpoint, product,
            type, createTime, sendTime) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        ping, request, part, arrival.received, session, arriving.endpoint, arriving.product,
        arriving.type, arriving.createTime, arriving.sendTime,
      ])
      try db.cachedStatement(sql: "INSERT INTO parameters (ping_id, parameters) VALUES (?, ?)")
        .execute(arguments: [ping, arriving.parameters])
      ping += 1
    }
  }
}

/// The database ids of app sessions, cached, and the changes to their counts.
struct SessionIDs {
  private struct Key: Hashable {
    var app: String
    var session: String
  }

  /// The maximum number of cached sessions. A full cache is cleared.
  private static let memory = 20_000

  private var known: [Key: Int64] = [:]
  /// The changes to each session in the current transaction.
  private var added: [Int64: (pings: Int, last: Int64)] = [:]

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

  mutating func update(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "UPDATE sessions SET pings = pings + ?, last = ? WHERE session_id = ?"
    )
    for (id, change) in added {
      try statement.execute(arguments: [change.pings, change.last, id])
    }
    added = [:]
  }

  /// Clears the cache and the changes, because rows may have been removed.
  mutating func forget() {
    known = [:]
    added = [:]
  }
}
