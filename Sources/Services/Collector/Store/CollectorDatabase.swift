import GRDB
import Glibc
import Synchronization
import System

/// The database file of a collector, with one connection for writing and several for reading.
final class CollectorDatabase: Sendable {
  /// The path of the file as the user gave it.
  let path: String
  private let pool: DatabasePool
  /// Whether the file was created for this collector.
  private let isNew: Bool
  /// The lock that is held while the file is open for writing.
  private let lock: Mutex<FileLock?>

  /// The page size in bytes. Several rows of usual pings fit into a page.
  private static let pageSize = 8192
  /// The number of pages in the log after which the pages are moved into the file: 32 MiB.
  private static let checkpointPages = 4096
  private static let readers = 4

  /// Opens the file for collecting, or creates it.
  /// - Throws: `database`, `foreignDatabase` or `inUse`.
  init(path: String) throws(CollectorError) {
    self.path = path
    isNew = try Self.create(path)
    try Self.check(path)
    lock = Mutex(try Self.lock(path))
    pool = try Self.explaining(path) {
      let pool = try DatabasePool(path: path, configuration: Self.configuration)
      try pool.writeWithoutTransaction { db in
        // With FULL, answered requests are on disk even after a crash of the process or the machine.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.checkpointPages)")
        let content = try CollectorSchema.content(db)
        try db.inTransaction(.immediate) {
          if content == .empty { try CollectorSchema.make(db) }
          if content == .older { try CollectorSchema.upgrade(db) }
          return .commit
        }
      }
      return pool
    }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(CollectorError) -> Value {
    try Self.explaining(path) { try pool.writeWithoutTransaction(body) }
  }

  /// Runs `body`, which must only read, in a transaction.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(CollectorError) -> Value {
    do {
      return try await pool.read(body)
    } catch {
      throw CollectorError(error, database: path)
    }
  }

  /// Moves the log into the file and closes it.
  func close() throws(CollectorError) {
    defer { lock.withLock { $0 = nil } }
    try Self.explaining(path) { try pool.close() }
  }

  /// Closes the file of a collector that has received nothing, and deletes the file if this collector created it.
  func discard() {
    do {
      try pool.close()
    } catch {
      // Errors are ignored, because no written data can be lost.
    }
    if isNew {
      for suffix in ["", "-wal", "-shm", "-lock"] { unlink(path + suffix) }
    }
    lock.withLock { $0 = nil }
  }

  // MARK: - Opening

  /// Creates the file if it does not exist, readable only by its owner, because header fields can contain secrets.
  /// - Returns: Whether the file was created.
  private static func create(_ path: String) throws(CollectorError) -> Bool {
    do throws(SystemError) {
      return try PrivateFile.create(path)
    } catch {
      throw unwritable(path, error)
    }
  }

  private static func unwritable(_ path: String, _ error: SystemError) -> CollectorError {
    CollectorError(
      .database,
      path,
      "cannot be written (\(error))",
      "check the folder and its permissions, or give another file with --db"
    )
  }

  /// Refuses a file of another program or of a newer version before changing anything in it.
  private static func check(_ path: String) throws(CollectorError) {
    let content = try explaining(path) {
      let queue = try DatabaseQueue(path: path)
      let content = try queue.inDatabase(CollectorSchema.content)
      try queue.close()
      return content
    }
    switch content {
    case .empty, .ours, .older: return
    case .newer: throw .newer(path)
    case .foreign: throw .foreign(path)
    }
  }

  private static func lock(_ path: String) throws(CollectorError) -> FileLock {
    do throws(SystemError) {
      return try FileLock(path: path + "-lock")
    } catch {
      guard error.number == EWOULDBLOCK else { throw unwritable(path, error) }
      throw CollectorError(
        .inUse,
        path,
        "another collector is writing to it",
        "stop that collector, or give another file with --db"
      )
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = readers
    configuration.label = "Collector"
    configuration.prepareDatabase { db in
      // The page size affects only new files.
      try db.execute(sql: "PRAGMA page_size = \(pageSize)")
    }
    return configuration
  }

  private static func explaining<Value>(
    _ path: String,
    _ body: () throws -> Value
  ) throws(CollectorError) -> Value {
    do {
      return try body()
    } catch {
      throw CollectorError(error, database: path)
    }
  }
}
