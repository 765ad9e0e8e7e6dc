import GRDB

struct CollectedPings: Sendable {
  private let database: CollectorDatabase

  init(_ database: CollectorDatabase) { self.database = database }

  struct Page: Sendable, Equatable {
    var pings: [StoredPing]
    /// Whether there are more pings in the direction of the query.
    var hasMore: Bool
  }

  /// The newest pings with ids between `after` and `before`, newest first.
  func page(
    _ filter: PingFilter,
    before: Int64 = .max,
    since after: Int64 = 0,
    limit: Int
  ) async throws(CollectorError) -> Page {
    try await database.read { db in
      let ids = try filter.ids(
        db,
        before: before,
        after: after,
        newestFirst: true,
        limit: limit + 1
      )
      return Page(
        pings: try StoredPing.fetch(Array(ids.prefix(limit)), db),
        hasMore: ids.count > limit
      )
    }
  }

  /// The first pings after the id `after`, newest first.
  func page(_ filter: PingFilter, after: Int64, limit: Int) async throws(CollectorError) -> Page {
    try await database.read { db in
      let ids = try filter.ids(db, after: after, newestFirst: false, limit: limit + 1)
      return Page(
        pings: try StoredPing.fetch(ids.prefix(limit).reversed(), db),
        hasMore: ids.count > limit
      )
    }
  }

  /// The first pings after the id `after`, oldest first, for exports.
  func batch(
    _ filter: PingFilter,
    after: Int64,
    limit: Int
  ) async throws(CollectorError) -> [StoredPing] {
    try await database.read { db in
      let ids = try filter.ids(db, after: after, newestFirst: false, limit: limit)
      return try StoredPing.fetch(ids, db)
    }
  }

  /// The first requests after the id `after`, oldest first, including those that are not pings.
  func requests(
    after: Int64,
    limit: Int
  ) async throws(CollectorError) -> [(request: StoredRequest, isPing: Bool)] {
    try await database.read { db in
      try StoredRequest.fetch(after: after, limit: limit, withOthers: true, db)
    }
  }

  func ping(_ id: Int64) async throws(CollectorError) -> StoredPing? {
    try await database.read { db in try StoredPing.fetch([id], db).first }
  }

  /// The id of the newest ping; 0 if there are no pings.
  func newest() async throws(CollectorError) -> Int64 {
    try await database.read { db in
      try Int64.fetchOne(db, sql: "SELECT max(ping_id) FROM arrivals") ?? 0
    }
  }

  func sessions(
    _ filter: PingFilter,
    limit: Int
  ) async throws(CollectorError) -> [StoredSession] {
    try await database.read { db in try StoredSession.latest(filter, limit: limit, db) }
  }

  /// The ids of at most 200 apps, and the number of bytes in use.
  func summary() async throws(CollectorError) -> (apps: [String], bytes: Int64) {
    try await database.read { db in
      (try StoredSession.apps(db, limit: 200), try Rotation.usedBytes(db))
    }
  }
}
