import GRDB
import NielsenAppApi
import System

struct QueuedPing: Codable, Sendable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "pings"
  /// The reason that `sdd` gives for a ping that was recovered after its process ended.
  static let recovered = "recovered"
  /// A thousand years, in seconds: the maximum wait of a recovered ping.
  private static let longestWait: Int64 = 31_556_952_000

  /// The position in the sending order; nil before the ping is in the queue.
  var id: Int64?
  /// The product. When too many pings wait, raw ID3 pings are dropped first.
  var product: String
  /// When the ping was made, by the engine's clock, in Unix seconds.
  var createTime: Int64
  /// Since when the ping has waited, by the queue's clock, in milliseconds.
  var queued: Int64
  /// The URL of the ping's request, and its slots.
  var url, slots: String
  var attempts = 0
  /// Why the latest attempt failed, or `recovered`; empty for a new ping before its first attempt.
  var reason = ""

  /// Makes a row for a ping that is queued at `queued` (milliseconds). For a recovered ping, `recovery` is the time
  /// of its recovery by the engine's clock, in Unix seconds; such a ping has waited since it was made.
  init(_ ping: Ping, queued: Int64, recovery: Int64? = nil) {
    product = ping.product.rawValue
    createTime = ping.createTime
    self.queued = queued
    let request = ping.request
    (url, slots) = (request.url, request.slotText)
    guard let recovery else { return }
    reason = Self.recovered
    self.queued -= min(max(0, recovery &- createTime), Self.longestWait) * 1000
  }

  /// The URL of an attempt at `now` (milliseconds). Its send time is the create time plus the
  /// waiting time, so it is never before the create time, and is the current time if the engine's
  /// clock is right. If the slots are invalid, the original URL is returned.
  func url(now: Int64) -> String {
    let waited = max(0, now &- queued) / 1000
    let sendTime = createTime > .max - waited ? createTime : createTime + waited
    let request = PingRequest(url: url, slotText: slots) ?? PingRequest(url: url)
    return request.url(sendTime: sendTime, attempts: attempts, reason: reason)
  }
}

/// A store of waiting pings: a database shared by processes, or memory. Changes to the database are on disk when the
/// method that makes them returns.
final class PingStore: Sendable {
  /// The lock number of the sender. All other numbers are owners.
  private static let senderLock: Int64 = 0
  private static let version = 2

  private let database: DatabaseQueue
  private let locks: OwnerLocks?
  /// The number of this queue, unique in the store.
  private let owner: Int64

  init(directory path: String, appID: String) throws {
    try StateDirectory.create(path)
    let name = path + "/" + StateDirectory.fileName(appID: appID)
    let locks = try OwnerLocks(path: name + ".owners")
    var owner: Int64
    repeat { owner = .random(in: 1...Int64.max / 2) } while try !locks.hold(owner)
    (self.locks, self.owner) = (locks, owner)
    // SQLite does not wait when two processes change the mode of a new file at once, so a lock is needed.
    let lock = try FileLock(path: name + ".sqlite.lock")
    defer { withExtendedLifetime(lock) {} }
    database = try Self.open(name + ".sqlite")
  }

  init() throws {
    (locks, owner) = (nil, 1)
    database = try Self.prepared(DatabaseQueue())
  }

  static func open(_ path: String) throws -> DatabaseQueue {
    try PrivateFile.create(path)
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.journalMode = .wal
    configuration.label = "PingDelivery"
    let database = try DatabaseQueue(path: path, configuration: configuration)
    // This pragma works only outside a transaction.
    try database.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return try prepared(database)
  }

  /// Creates the tables. Ids are never reused because they determine the sending order. Checkpoints have an owner
  /// because instances in different processes may have the same session id, as in repeated seeded runs.
  private static func prepared(_ database: DatabaseQueue) throws -> DatabaseQueue {
    let request = """
      product TEXT NOT NULL, createTime INTEGER NOT NULL, queued INTEGER NOT NULL, url TEXT NOT NULL, slots TEXT NOT NULL
      """
    try database.write { db in
      guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 <= version else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "a newer version wrote it")
      }
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS pings (id INTEGER PRIMARY KEY AUTOINCREMENT, \(request),
            attempts INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
          CREATE TABLE IF NOT EXISTS refused (id INTEGER PRIMARY KEY, \(request),
            attempts INTEGER NOT NULL, reason TEXT NOT NULL,
            refused INTEGER NOT NULL, explanation TEXT NOT NULL) STRICT;
          CREATE TABLE IF NOT EXISTS checkpoints (owner INTEGER NOT NULL, instance TEXT NOT NULL,
            position INTEGER NOT NULL, \(request),
            PRIMARY KEY (owner, instance, position)) STRICT, WITHOUT ROWID;
          PRAGMA user_version = \(version);
          """
      )
    }
    return database
  }

  func close() throws { try database.close() }

  // MARK: - Adding

  /// Adds pings and replaces the checkpoint of an instance in one transaction. Returns the number of pings that were
  /// dropped because more than `limit` wait (0 means no limit). The oldest raw ID3 pings are dropped first, then the
  /// oldest other pings.
  func add(
    _ pings: [QueuedPing],
    _ instance: String,
    checkpoint: [QueuedPing]?,
    limit: Int
  ) throws -> Int {
    try database.write { db in
      for ping in pings { try ping.insert(db) }
      if let checkpoint {
        try db.execute(
          sql: "DELETE FROM checkpoints WHERE owner = ? AND instance = ?",
          arguments: [owner, instance]
        )
        for (position, ping) in checkpoint.enumerated() {
          try db.execute(
            sql: "INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
              owner, instance, position, ping.product, ping.createTime, ping.queued, ping.url,
              ping.slots,
            ]
          )
        }
      }
      guard limit > 0, !pings.isEmpty else { return 0 }
      let excess = try QueuedPing.fetchCount(db) - limit
      guard excess > 0 else { return 0 }
      try db.execute(
        sql: """
          DELETE FROM pings WHERE id IN (SELECT id FROM pings ORDER BY product <> ?, id LIMIT ?)
          """,
        arguments: [Ping.Product.id3.rawValue, excess]
      )
      return db.changesCount
    }
  }

  /// Moves the checkpoints of ended owners to the waiting pings.
  func recover() throws {
    try database.write { db in
      for owner in try Int64.fetchAll(db, sql: "SELECT DISTINCT owner FROM checkpoints")
      where owner != self.owner && locks?.isGone(owner) ?? false {
        try db.execute(
          sql: """
            INSERT INTO pings (product, createTime, queued, url, slots, attempts, reason)
            SELECT product, createTime, queued, url, slots, 0, ?
            FROM checkpoints WHERE owner = ? ORDER BY queued, instance, position
            """,
          arguments: [QueuedPing.recovered, owner]
        )
        try db.execute(sql: "DELETE FROM checkpoints WHERE owner = ?", arguments: [owner])
      }
    }
  }

  func forgetFirstPartyID() throws {
    try database.write { db in
      db.add(
        function: DatabaseFunction("withoutFirstPartyID", argumentCount: 3, pure: true) { values in
          guard let url = String.fromDatabaseValue(values[0]),
            let slots = String.fromDatabaseValue(values[1]),
            let request = PingRequest(url: url, slotText: slots)?.withoutFirstPartyID
          else { return values[2] }
          return values[2] == values[0] ? request.url : request.slotText
        }
      )
      for table in ["pings", "checkpoints", "refused"] {
        try db.execute(
          sql: """
            UPDATE \(table) SET url = withoutFirstPartyID(url, slots, url), slots = withoutFirstPartyID(url, slots, slots)
            """
        )
      }
    }
  }

  func waiting() throws -> Int { try database.inDatabase { try QueuedPing.fetchCount($0) } }

  // MARK: - Sending

  enum Next: Equatable {
    case ping(QueuedPing)
    case empty
    /// Another process, or another queue in this one, is sending.
    case taken
  }

  /// Takes or keeps the right to send, and returns the oldest ping. The right ends with the process at the latest.
  func next() throws -> Next {
    guard try locks?.hold(Self.senderLock) ?? true else { return .taken }
    return try database.inDatabase { db in
      try QueuedPing.order(Column("id")).fetchOne(db).map { .ping($0) } ?? .empty
    }
  }

  /// Stores the result of an attempt that ended at `time` (milliseconds).
  func settle(_ ping: QueuedPing, _ answer: TransportAnswer, at time: Int64) throws {
    if case .failed(let reason, _, _) = answer { return try fail(ping, reason) }
    try database.write { db in
      if case .refused(_, let explanation) = answer {
        try db.execute(
          sql: "INSERT INTO refused SELECT *, ?, ? FROM pings WHERE id = ?",
          arguments: [time, explanation, ping.id]
        )
      }
      _ = try ping.delete(db)
    }
  }

  func fail(_ ping: QueuedPing, _ reason: String, count: Int = 1) throws {
    try database.write { db in
      try db.execute(
        sql: "UPDATE pings SET attempts = attempts + ?, reason = ? WHERE id = ?",
        arguments: [count, reason, ping.id]
      )
    }
  }

  /// Makes the pings created in `times` (Unix seconds) look as if they had waited until the end of that range.
  func age(madeIn times: Range<Int64>) throws {
    try database.write { db in
      try db.execute(
        sql: """
          UPDATE pings SET queued = queued - (?1 - createTime) * 1000 WHERE createTime >= ?2 AND createTime < ?1
          """,
        arguments: [times.upperBound, times.lowerBound]
      )
    }
  }

  /// Gives up the right to send, so that another queue can send.
  func release() { locks?.release(Self.senderLock) }
}
