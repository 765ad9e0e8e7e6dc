import GRDB
import NielsenAppApi
import System

/// One place where pings wait: a file that processes share, or memory.
///
/// There are two connections to a file. The one that adds waits for the disk at each commit. The one
/// that sends does not: what it notes survives the end of the process but, if the machine fails at the
/// wrong moment, a ping is sent twice.
final class QueueStore: Sendable {
  private let adding: QueueDatabase
  private let sending: QueueDatabase
  private let locks: OwnerLocks?
  /// Names this queue among those of the store.
  private let owner: Int64

  /// Opens the file of `appID` in the directory `path`. A broken file is renamed.
  init(directory path: String, appID: String, problems: ProblemOutlet) throws {
    try StateDirectory.create(path)
    let name = path + "/" + StateDirectory.fileName(appID: appID)
    let file = name + ".sqlite"
    let locks = try OwnerLocks(path: name + ".owners")
    // Of two that find a broken file, the second must not rename the new one of the first.
    let lock = try FileLock(path: file + ".lock")
    (adding, sending, owner) = try withExtendedLifetime(lock) {
      let adding = try Self.open(file, problems)
      let sending = try QueueDatabase(path: file, durability: .process)
      return (adding, sending, try Self.newOwner(adding, locks))
    }
    self.locks = locks
  }

  /// Makes a store in memory.
  init() throws {
    adding = try QueueDatabase()
    sending = adding
    owner = try adding.write(Self.newOwner)
    locks = nil
  }

  private static func open(_ file: String, _ problems: ProblemOutlet) throws -> QueueDatabase {
    do {
      try PrivateFile.create(file)
      return try QueueDatabase(path: file, durability: .machine)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      let aside = try SetAside.rename(file)
      // Files of the old database must not be used for the new one.
      for suffix in ["-wal", "-shm"] { try PrivateFile.move(file + suffix, to: aside + suffix) }
      problems.report(
        DeliveryProblem(
          .log(.failedAccessDatabase),
          "\(file): the queue of pings is damaged: a new one is made, the file is now \(aside)"
        )
      )
      try PrivateFile.create(file)
      return try QueueDatabase(path: file, durability: .machine)
    }
  }

  /// An unused number. Those of a file that was renamed may still be in use.
  private static func newOwner(_ database: QueueDatabase, _ locks: OwnerLocks) throws -> Int64 {
    while true {
      let owner = try database.write(newOwner)
      if try locks.hold(owner) { return owner }
    }
  }

  private static func newOwner(_ db: Database) throws -> Int64 {
    try db.execute(sql: "INSERT INTO owners DEFAULT VALUES")
    let owner = db.lastInsertedRowID
    // The sequence remembers; the rows are of no use.
    try db.execute(sql: "DELETE FROM owners")
    return owner
  }

  private func isGone(_ owner: Int64) -> Bool {
    owner != self.owner && locks?.isGone(owner) ?? false
  }

  // MARK: - Adding

  /// Adds pings and replaces a checkpoint in one step; gives the number of dropped pings.
  func add(
    _ pings: [QueuedPing],
    _ instance: String,
    checkpoint: [QueuedPing]?,
    limit: Int
  ) throws -> Int {
    try adding.write { db in
      try WaitingPings.add(pings, to: db)
      if let checkpoint {
        try Checkpoints.replace(instance, by: checkpoint, owner: owner, in: db)
      }
      return limit > 0 && !pings.isEmpty ? try WaitingPings.drop(beyond: limit, in: db) : 0
    }
  }

  /// Appends the checkpoints of processes that are gone; gives the number of pings.
  func recover() throws -> Int {
    try adding.write { try Checkpoints.recover(isGone: isGone, in: $0) }
  }

  /// The numbers of waiting and of refused pings.
  func counts() throws -> (waiting: Int, refused: Int) {
    try sending.read { (try WaitingPings.count($0), try WaitingPings.refusedCount($0)) }
  }

  // MARK: - Sending

  /// The next action of the sender.
  enum Next: Equatable {
    case ping(QueuedPing)
    case empty
    /// Another process sends.
    case taken
  }

  /// How an attempt ended.
  enum Outcome: Equatable {
    case received
    case failed(reason: String)
    case refused(explanation: String)
  }

  /// Takes or keeps the right to send, and gives the oldest ping.
  func next(now: Int64) throws -> Next {
    try sending.write { db in
      guard try Lease.take(owner, now: now, isGone: isGone, in: db) else { return .taken }
      return try next(now: now, in: db)
    }
  }

  /// Notes how the attempt to send `ping` ended and gives the next one, all in one step.
  func settle(_ ping: QueuedPing, _ outcome: Outcome, now: Int64) throws -> Next {
    try sending.write { db in
      switch outcome {
      case .received: try WaitingPings.remove(ping.id, from: db)
      case .failed(let reason): try WaitingPings.noteFailure(ping.id, reason: reason, in: db)
      case .refused(let text): try WaitingPings.refuse(ping.id, at: now, text, in: db)
      }
      return try next(now: now, in: db)
    }
  }

  /// Notes that attempts to send `ping` failed, and that pings made from `start` to `end` (Unix seconds)
  /// have waited until `end`.
  func passOffline(
    _ ping: QueuedPing,
    failures: Int,
    from start: Int64,
    to end: Int64
  ) throws {
    try sending.write { db in
      if failures > 0 {
        try WaitingPings.noteFailure(ping.id, reason: "offline", count: failures, in: db)
      }
      try WaitingPings.age(madeIn: start..<end, in: db)
    }
  }

  private func next(now: Int64, in db: Database) throws -> Next {
    let first = try WaitingPings.first(db)
    guard try Lease.renew(owner, now: now, sending: first?.id, in: db) else { return .taken }
    return first.map { .ping($0) } ?? .empty
  }

  /// Lets others send.
  func releaseLease() throws {
    try sending.write { try Lease.release(owner, in: $0) }
  }

  /// Closes the connections: nothing works any more.
  func close() throws {
    try sending.close()
    try adding.close()
  }
}
