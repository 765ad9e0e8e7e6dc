import GRDB
import NielsenAppApi
import StoredValues

/// One connection to the database of a queue.
struct QueueDatabase: Sendable {
  /// The failure that a commit must survive.
  enum Durability: String, Sendable {
    /// The machine: every commit waits for the disk.
    case machine = "FULL"
    case process = "NORMAL"
  }

  /// How long to wait for another writer, in seconds.
  private static let busyTimeout = 5.0

  let queue: DatabaseQueue

  /// Opens or makes the file at `path`.
  init(path: String, durability: Durability) throws {
    queue = try DatabaseQueue(path: path, configuration: Self.configuration)
    // Outside of a transaction, which is where these work.
    try queue.inDatabase { db in
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
      try db.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
    }
    try write(QueueSchema.prepare)
  }

  /// Makes a database in memory.
  init() throws {
    queue = try DatabaseQueue(configuration: Self.configuration)
    try write(QueueSchema.prepare)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = "PingDelivery"
    return configuration
  }

  /// Runs `body` in a transaction that takes its place among the writers at once.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var result: Result?
    try naming {
      try queue.inDatabase { db in
        try db.inTransaction(.immediate) {
          result = try body(db)
          return .commit
        }
      }
    }
    guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return result
  }

  /// Closes the connection; the last one of a file tidies it up.
  func close() throws { try queue.close() }

  /// Runs `body`, which only reads.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try naming { try queue.inDatabase(body) }
  }

  /// A value that cannot be in its column, with the file.
  struct WrongValue: Error, CustomStringConvertible {
    var description: String
  }

  private func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoredValueError {
      throw WrongValue(description: "\(queue.path): \(error)")
    }
  }
}
