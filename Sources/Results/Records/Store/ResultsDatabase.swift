import GRDB
import Glibc
import System

/// A connection to a file of results, which `Documentation/Database.md` describes.
package final class ResultsDatabase: Sendable {
  package enum Access: Sendable {
    /// To read. The file must exist and have the current version.
    case reading
    /// To write. A missing file is created; an older version is migrated.
    case writing
  }

  /// The file as the user named it.
  package let path: String
  private let queue: DatabaseQueue
  /// The identity of the file that was opened for writing. Nil for reading.
  private let identity: FileIdentity?

  /// The maximum wait, in seconds, while another process is writing.
  private static let busyTimeout = 60.0

  /// Opens a database. For writing, creates it if it does not exist.
  /// - Throws: `cannotOpen`, `notOurs`, `newer`, `older`, `cannotLock`, `damaged`, `unavailable` or `failed`.
  package init(path: String, for access: Access) throws(ResultsDatabaseError) {
    self.path = path
    switch access {
    case .reading: try Self.requireFile(path)
    // The file is private, because it contains names and messages that other users must not see. If the creation fails,
    // the error of opening the file states the reason.
    case .writing: _ = try? PrivateFile.create(path)
    }
    let opened = try Self.open(path, access)
    queue = opened.queue
    identity = access == .writing ? FileIdentity(path) : nil
    let found = opened.contents
    try found.check(path)
    if access == .reading {
      try found.checkIsCurrent(path)
      return
    }
    // Because of the lock, only one of two processes that find a new file creates the tables.
    let lock = try Self.locking(path) { () throws(SystemError) in
      try FileLock(path: Self.ownersPath(of: path))
    }
    try Self.explaining(path) {
      try queue.inDatabase { db in
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
        // NORMAL is safe enough for results that can be computed again: a commit survives a crash of the process.
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
      }
      try StoreMigrations.migrator().migrate(queue)
    }
    withExtendedLifetime(lock) {}
  }

  private static func open(
    _ path: String,
    _ access: Access
  ) throws(ResultsDatabaseError) -> (queue: DatabaseQueue, contents: Contents) {
    let result = Result {
      let queue = try DatabaseQueue(path: path, configuration: configuration(access))
      return (queue: queue, contents: try queue.inDatabase(Contents.init))
    }
    guard case .failure(let error) = result, access == .reading,
      (error as? DatabaseError)?.resultCode == .SQLITE_CANTOPEN
    else { return try explaining(path) { try result.get() } }
    // A database in WAL mode needs a second file next to it, which cannot be created on a read-only disk. A database on
    // such a disk does not change, so it can be opened as immutable.
    var log = stat()
    guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else {
      throw ResultsDatabaseError(
        .cannotOpen,
        path: path,
        reason: "has a write-ahead log, which cannot be used on a read-only disk",
        remedy: "copy the database and '\(path)-wal' to a folder where you may write"
      )
    }
    return try explaining(path) {
      let name = immutableURI(of: path)
      let queue = try DatabaseQueue(path: name, configuration: configuration(access))
      return (queue: queue, contents: try queue.inDatabase(Contents.init))
    }
  }

  /// The URI of a file that does not change while it is open (see "URI Filenames" of SQLite).
  private static func immutableURI(of path: String) -> String {
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return (path.hasPrefix("/") ? "file://" : "file:") + escaped + "?immutable=1"
  }

  /// The file with the locks by which processes detect each other.
  static func ownersPath(of path: String) -> String { path + "-owners" }

  /// Runs `body`, which only reads, without a transaction.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try translating { try queue.inDatabase(body) }
  }

  /// Runs `body` in a transaction. An `.immediate` transaction waits for other writers at its beginning.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  func write<Value>(
    _ kind: Database.TransactionKind = .immediate,
    _ body: (Database) throws -> Value
  ) throws -> Value {
    try translating { try queue.inDatabase { try Self.transaction(kind, $0, body) } }
  }

  /// Runs `body` in an immediate transaction. The task waits without blocking a thread.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  func writing<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await queue.writeWithoutTransaction { try Self.transaction(.immediate, $0, body) }
    } catch {
      throw translated(error)
    }
  }

  /// Runs `body`, which only reads, without a transaction. The task waits without blocking a thread.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  func reading<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await queue.writeWithoutTransaction(body)
    } catch {
      throw translated(error)
    }
  }

  private static func transaction<Value>(
    _ kind: Database.TransactionKind,
    _ db: Database,
    _ body: (Database) throws -> Value
  ) throws -> Value {
    var value: Value?
    try db.inTransaction(kind) {
      value = try body(db)
      return .commit
    }
    guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return value
  }

  /// Closes the file. The last connection also removes SQLite's other files.
  package func close() throws(ResultsDatabaseError) {
    try Self.explaining(path) { try queue.close() }
  }

  /// Opens or creates a database and runs `body` with it on the database thread, because GRDB cannot open and close
  /// files asynchronously. A damaged database is renamed and replaced by a new one.
  /// - Parameters:
  ///   - path: The database.
  ///   - report: Called with the damage and the new name of the damaged file.
  ///   - body: Uses the database. It may run a second time, with the new database.
  /// - Returns: The value of `body`.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  package static func opening<Value: Sendable>(
    _ path: String,
    orReplacing report: @escaping @Sendable (ResultsDatabaseError, String) -> Void,
    _ body: @escaping @Sendable (ResultsDatabase) throws -> Value
  ) async throws -> Value {
    try await withTaskExecutorPreference(Self.thread) {
      let identity = FileIdentity(path)
      do {
        return try body(ResultsDatabase(path: path, for: .writing))
      } catch let error as ResultsDatabaseError where error.isDamage {
        if let name = try setAside(path, identity) { report(error, name) }
      }
      return try body(ResultsDatabase(path: path, for: .writing))
    }
  }

  /// Closes the file on the database thread.
  package func closing() async throws {
    try await withTaskExecutorPreference(Self.thread) { try close() }
  }

  /// Whether the path no longer leads to the open file, because the file was deleted, renamed or replaced.
  package func isReplaced() async -> Bool {
    await withTaskExecutorPreference(Self.thread) { FileIdentity(path) != identity }
  }

  /// Closes a damaged database and renames it together with SQLite's other files.
  /// - Returns: The new name. Nil if the path no longer leads to the database.
  /// - Throws: ``ResultsDatabaseError``.
  package func settingAside() async throws -> String? {
    try await withTaskExecutorPreference(Self.thread) {
      // A damaged database may fail to close, which does not matter.
      try? close()
      return try Self.setAside(path, identity)
    }
  }

  /// Renames the database, unless the path no longer leads to it.
  private static func setAside(_ path: String, _ identity: FileIdentity?) throws -> String? {
    try locking(path) { () throws(SystemError) in
      let lock = try FileLock(path: ownersPath(of: path))
      defer { withExtendedLifetime(lock) {} }
      guard let identity, FileIdentity(path) == identity else { return nil }
      let name = try SetAside.rename(path)
      for end in ["-wal", "-shm"] { try PrivateFile.move(path + end, to: name + end) }
      return name
    }
  }

  private static let thread = OwnThread(label: "id3tap.database")

  private func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw translated(error)
    }
  }

  private func translated(_ error: any Error) -> any Error {
    switch error {
    case let error as DatabaseError: ResultsDatabaseError(error, path: path)
    case let error as StoredValueError: ResultsDatabaseError(error, path: path)
    default: error
    }
  }

  /// Runs code that throws only errors of the database, and translates them.
  private static func explaining<Value>(
    _ path: String,
    _ body: () throws -> Value
  ) throws(ResultsDatabaseError) -> Value {
    do {
      return try body()
    } catch {
      let error = error as? DatabaseError ?? DatabaseError(message: "\(error)")
      throw ResultsDatabaseError(error, path: path)
    }
  }

  /// Runs code that takes locks, and translates its errors.
  static func locking<Value>(
    _ path: String,
    _ body: () throws(SystemError) -> Value
  ) throws(ResultsDatabaseError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ResultsDatabaseError(
        .cannotLock,
        path: path,
        reason: "cannot be shared safely: \(error)",
        remedy: "put the database on a local disk to which you may write"
      )
    }
  }

  private static func requireFile(_ path: String) throws(ResultsDatabaseError) {
    guard Glibc.access(path, R_OK) != 0 else { return }
    throw ResultsDatabaseError(
      .cannotOpen,
      path: path,
      reason: "cannot be opened (\(String(cString: strerror(errno)).lowercased()))",
      remedy: "give a database that 'id3tap batch' or 'id3tap watch' wrote"
    )
  }

  private static func configuration(_ access: Access) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.readonly = access == .reading
    configuration.label = "Results"
    return configuration
  }
}

extension ResultsDatabase {
  /// The values that identify the kind and version of a file.
  private struct Contents {
    var applicationID: Int32
    var version: Int
    var isEmpty: Bool

    init(_ db: Database) throws {
      applicationID = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    func check(_ path: String) throws(ResultsDatabaseError) {
      guard isEmpty || applicationID == StoreMigrations.applicationID else { throw .notOurs(path) }
      guard version <= StoreMigrations.version else {
        throw ResultsDatabaseError(
          .newer,
          path: path,
          reason: "was written by a newer version of id3tap (schema \(version); this version "
            + "supports schema \(StoreMigrations.version))",
          remedy: "use the newer version, or give another file"
        )
      }
    }

    func checkIsCurrent(_ path: String) throws(ResultsDatabaseError) {
      guard !isEmpty else { throw .notOurs(path) }
      guard version == StoreMigrations.version else {
        throw ResultsDatabaseError(
          .older,
          path: path,
          reason: "was written by an older version of id3tap (schema \(version))",
          remedy: "run 'id3tap batch' or 'id3tap watch' with this database to update it"
        )
      }
    }
  }
}
