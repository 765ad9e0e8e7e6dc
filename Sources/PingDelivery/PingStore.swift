import GRDB
import NielsenAppApi
import StoredValues
import Synchronization
import System

/// A ping on its way into the queue, or waiting in it.
struct QueuedPing: Sendable, Equatable {
  /// Why a ping is sent that the process did not make before it ended.
  static let recovered = "recovered"
  /// A thousand years, in seconds.
  private static let longestWait: Int64 = 31_556_952_000

  /// Rises with the order of sending; 0 before the queue has it.
  var id: Int64 = 0
  /// Raw ID3 pings are dropped first when there are too many.
  var product: String
  /// When the ping was made, by the clock of the engine, in Unix seconds.
  var createTime: Int64
  /// When the ping came into the queue, by the clock of the queue, in milliseconds.
  var queued: Int64
  var request: PingRequest
  /// How many attempts to send it failed.
  var attempts = 0
  /// Why the latest of them failed; empty before the first.
  var reason = ""

  /// A ping that came into the queue at `queued`. `recovery`: when it was found after its engine was lost, by the
  /// clock of the engine, in Unix seconds: it has waited since it was made.
  init(_ ping: Ping, queued: Int64, recovery: Int64? = nil) {
    product = ping.product.rawValue
    createTime = ping.createTime
    self.queued = queued
    request = ping.request
    guard let recovery else { return }
    reason = Self.recovered
    let (waited, isOverflowing) = recovery.subtractingReportingOverflow(createTime)
    if !isOverflowing { self.queued -= min(max(0, waited), Self.longestWait) * 1000 }
  }

  /// Reads a row of the table of waiting pings. A request with invalid slots is sent as it was made.
  init(_ row: Row) throws(StoredValueError) {
    let row = CheckedRow(row, of: "pings", key: ["id"])
    id = try row.value(0)
    product = try row.value(1)
    createTime = try row.value(2)
    queued = try row.value(3)
    let (url, slots): (String, String) = (try row.value(4), try row.value(5))
    request = PingRequest(url: url, slotText: slots) ?? PingRequest(url: url)
    attempts = try row.count(6)
    reason = try row.value(7)
  }

  /// The URL of an attempt made at `now` milliseconds. The send time is the create time plus the
  /// time waited: now, if the clock of the engine is right, and never before the create time.
  func url(now: Int64) -> String {
    let waited = max(0, now.subtractingReportingOverflow(queued).partialValue) / 1000
    let (sendTime, isOverflowing) = createTime.addingReportingOverflow(waited)
    return request.url(
      sendTime: isOverflowing ? createTime : sendTime,
      attempts: attempts,
      reason: reason
    )
  }
}

/// One place where pings wait: a database that processes share, or memory. What changes it waits for the disk.
final class PingStore: Sendable {
  /// A file that cannot be used as it is.
  struct Unusable: Error, CustomStringConvertible {
    var description: String
  }

  /// The place of the sender's lock among those of the owners.
  private static let senderLock: Int64 = 0
  /// The version that this code writes, kept in `PRAGMA user_version`.
  private static let version = 2

  private let database: DatabaseQueue
  private let locks: OwnerLocks?
  /// Names this queue among those of the store.
  private let owner: Int64
  /// The ping that was given to the sender.
  private let sending = Atomic<Int64>(0)

  /// Opens the file of `appID` in the directory `path`. A broken file is renamed and reported.
  init(
    directory path: String,
    appID: String,
    report: (DeliveryProblem) -> Void = { _ in }
  ) throws {
    try StateDirectory.create(path)
    let name = path + "/" + StateDirectory.fileName(appID: appID)
    let locks = try OwnerLocks(path: name + ".owners")
    var owner: Int64
    repeat { owner = .random(in: 1...Int64.max / 2) } while try !locks.hold(owner)
    (self.locks, self.owner) = (locks, owner)
    let file = name + ".sqlite"
    // Of two that find a broken file, the second must not rename the new one of the first.
    let lock = try FileLock(path: file + ".lock")
    defer { withExtendedLifetime(lock) {} }
    do {
      database = try Self.open(file)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      let aside = try SetAside.rename(file)
      // Files of the old database must not be used for the new one.
      for suffix in ["-wal", "-shm"] { try PrivateFile.move(file + suffix, to: aside + suffix) }
      report(
        DeliveryProblem(
          .log(.failedAccessDatabase),
          "\(file): the queue of pings is damaged: a new one is made, the file is now \(aside)"
        )
      )
      database = try Self.open(file)
    }
  }

  /// Makes a store in memory.
  init() throws {
    (locks, owner) = (nil, 1)
    database = try Self.prepared(DatabaseQueue())
  }

  /// Opens or makes the database at `path`.
  static func open(_ path: String) throws -> DatabaseQueue {
    try PrivateFile.create(path)
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.label = "PingDelivery"
    let database = try DatabaseQueue(path: path, configuration: configuration)
    // Outside of a transaction, which is where this works.
    let mode = try database.inDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      return try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    }
    guard mode == "wal" else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
    return try prepared(database)
  }

  /// Ids are never used twice: their order is the order of sending. Instances of different owners may have one name, as
  /// seeded runs repeat exactly.
  private static func prepared(_ database: DatabaseQueue) throws -> DatabaseQueue {
    let request = """
      product TEXT NOT NULL, createTime INTEGER NOT NULL, queued INTEGER NOT NULL, url TEXT NOT NULL, slots TEXT NOT NULL
      """
    try database.write { db in
      guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 <= version else {
        throw Unusable(description: "a newer version wrote it")
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

  /// Runs `body`; a value that cannot be in its column is an error that names the file.
  private func checked<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoredValueError {
      throw Unusable(description: "\(database.path): \(error)")
    }
  }

  /// Closes the database: nothing works any more.
  func close() throws { try database.close() }

  // MARK: - Adding

  /// Adds pings and replaces the checkpoint of an instance in one step; gives the number of pings dropped because more
  /// than `limit` wait (0: any number may). The oldest with raw tags go first, then the oldest of the rest, but not the
  /// one being sent.
  func add(
    _ pings: [QueuedPing],
    _ instance: String = "",
    checkpoint: [QueuedPing]? = nil,
    limit: Int = 0
  ) throws -> Int {
    try database.write { db in
      for ping in pings {
        try insert(ping, into: "pings", "attempts, reason", [ping.attempts, ping.reason], db)
      }
      if let checkpoint {
        try db.cachedStatement(sql: "DELETE FROM checkpoints WHERE owner = ? AND instance = ?")
          .execute(arguments: [owner, instance])
        for (position, ping) in checkpoint.enumerated() {
          let place: StatementArguments = [owner, instance, position]
          try insert(ping, into: "checkpoints", "owner, instance, position", place, db)
        }
      }
      guard limit > 0, !pings.isEmpty else { return 0 }
      let excess = try Self.waiting(db) - limit
      guard excess > 0 else { return 0 }
      try db.execute(
        sql: """
          DELETE FROM pings WHERE id IN (
            SELECT id FROM pings WHERE id <> ? ORDER BY product <> ?, id LIMIT ?)
          """,
        arguments: [sending.load(ordering: .relaxed), Ping.Product.id3.rawValue, excess]
      )
      return db.changesCount
    }
  }

  private func insert(
    _ ping: QueuedPing,
    into table: String,
    _ columns: String,
    _ values: StatementArguments,
    _ db: Database
  ) throws {
    let marks = String(repeating: ", ?", count: columns.split(separator: ",").count)
    let sql = """
      INSERT INTO \(table) (product, createTime, queued, url, slots, \(columns)) VALUES (?, ?, ?, ?, ?\(marks))
      """
    let request: StatementArguments = [
      ping.product, ping.createTime, ping.queued, ping.request.url, ping.request.slotText,
    ]
    try db.cachedStatement(sql: sql).execute(arguments: request + values)
  }

  /// Appends the checkpoints of owners that are gone to the waiting pings.
  func recover() throws {
    try checked {
      try database.write { db in
        let owners: [Int64] = try Row.fetchAll(db, sql: "SELECT DISTINCT owner FROM checkpoints")
          .map { try CheckedRow($0, of: "checkpoints").value(0) }
        for owner in owners where owner != self.owner && locks?.isGone(owner) ?? false {
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
  }

  /// Removes the first-party id and its times from everything that is kept.
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

  /// The number of waiting pings.
  func waiting() throws -> Int { try database.inDatabase(Self.waiting) }

  private static func waiting(_ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM pings")) ?? 0
  }

  // MARK: - Sending

  /// The next action of the sender.
  enum Next: Equatable {
    case ping(QueuedPing)
    case empty
    /// Another process, or another queue of this one, sends.
    case taken
  }

  /// How an attempt to send a ping ended.
  enum Outcome: Equatable {
    case received
    case failed(reason: String, count: Int = 1)
    case refused(explanation: String, at: Int64)
  }

  /// Takes or keeps the right to send, which ends with the process at the latest, and gives the oldest ping.
  func next() throws -> Next {
    guard try locks?.hold(Self.senderLock) ?? true else { return .taken }
    let sql = """
      SELECT id, product, createTime, queued, url, slots, attempts, reason FROM pings ORDER BY id LIMIT 1
      """
    let ping = try checked {
      try database.inDatabase { db in
        try Row.fetchOne(db.cachedStatement(sql: sql)).map { try QueuedPing($0) }
      }
    }
    sending.store(ping?.id ?? 0, ordering: .relaxed)
    return ping.map { .ping($0) } ?? .empty
  }

  /// Notes how an attempt ended.
  func settle(_ ping: QueuedPing, _ outcome: Outcome) throws {
    try database.write { db in
      switch outcome {
      case .failed(let reason, let count):
        try db.execute(
          sql: "UPDATE pings SET attempts = attempts + ?, reason = ? WHERE id = ?",
          arguments: [count, reason, ping.id]
        )
        return
      case .refused(let explanation, let time):
        try db.execute(
          sql: "INSERT INTO refused SELECT *, ?, ? FROM pings WHERE id = ?",
          arguments: [time, explanation, ping.id]
        )
      case .received: break
      }
      try db.cachedStatement(sql: "DELETE FROM pings WHERE id = ?").execute(arguments: [ping.id])
    }
  }

  /// Notes that the pings made in `times` (Unix seconds) have waited until the end of these.
  func age(madeIn times: Range<Int64>) throws {
    try database.write { db in
      try db.execute(
        sql: """
          UPDATE pings SET queued = queued - (? - createTime) * 1000 WHERE createTime >= ? AND createTime < ?
          """,
        arguments: [times.upperBound, times.lowerBound, times.upperBound]
      )
    }
  }

  /// Lets others send.
  func release() { locks?.release(Self.senderLock) }
}
