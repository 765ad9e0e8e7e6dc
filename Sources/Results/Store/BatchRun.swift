import GRDB
import NielsenAppApi
import Synchronization

/// A run of a batch on a database: its list of inputs, and what becomes of each. Other processes may
/// work on the same database at the same time. Any thread may use it.
///
///     let run = try BatchRun(database, description)
///     try run.add(inputs)
///     let count = try run.enter()
///     while let item = try run.next() {
///       guard case .begun(let recorder) = try run.begin(item, identity) else { continue }
///       …
///       try recorder.finish(result)
///     }
///     try run.end(.done)
public final class BatchRun: Sendable {
  /// How a run ended.
  public enum End: String, Sendable {
    /// Every input was done, or could not be read.
    case done
    /// The user asked for an end, or a failure for it.
    case interrupted
  }

  /// An input of the list.
  public struct Item: Sendable {
    /// The input.
    public var input: BatchInput
    /// Whether another process had it when it was tried before.
    public var isPostponed = false
    fileprivate var id: Int64
  }

  /// What came of beginning with an input.
  public enum Beginning {
    /// It is to be read.
    case begun(InputRecorder)
    /// It has been done, and nothing has changed since.
    case unchanged
    /// Another process works on it: it comes again at the end of the list.
    case taken
  }

  /// How many inputs are looked up at once.
  private static let lookedUpAtOnce = 64

  private struct State {
    var upcoming: ArraySlice<WorkList.Item> = []
    var position: Int64 = 0
    var postponed: [Item] = []
  }

  private let database: ResultsDatabase
  private let claims: InputClaims
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Begins a run.
  /// - Parameters:
  ///   - database: Opened for writing.
  ///   - description: What decides about the results.
  ///   - redoes: Whether what is unchanged is done again.
  ///   - clock: Milliseconds since 1970.
  /// - Throws: ``ResultsDatabaseError``.
  public init(
    _ database: ResultsDatabase,
    _ description: RunDescription,
    redoes: Bool = false,
    clock: @escaping @Sendable () -> Int64
  ) throws {
    self.database = database
    self.clock = clock
    let locks = try ResultsDatabase.locking(database.path) { () throws(SystemError) in
      try OwnerLocks(path: ResultsDatabase.ownersPath(of: database.path))
    }
    let number = try Self.newNumber(database, locks, description, started: clock())
    claims = InputClaims(
      run: number,
      fingerprint: description.fingerprint,
      redoes: redoes,
      isGone: { locks.isGone($0) }
    )
    try database.write(.deferred) { db in
      try WorkList.create(db)
      try Spilled.create(db)
    }
  }

  /// The number of a new run, whose lock is held. One whose file was removed may still be at work.
  static func newNumber(
    _ database: ResultsDatabase,
    _ locks: OwnerLocks,
    _ description: RunDescription,
    started: Int64
  ) throws -> Int64 {
    while true {
      let number = try database.write { db in
        try db.execute(
          sql: """
            INSERT INTO runs (version, settings, directory, state, started)
            VALUES (?, ?, ?, 'running', ?)
            """,
          arguments: [
            description.version, description.settings.text, description.directory,
            InputRecorder.text(started),
          ]
        )
        return db.lastInsertedRowID
      }
      let isHeld = try ResultsDatabase.locking(database.path) { () throws(SystemError) in
        try locks.hold(number)
      }
      if isHeld { return number }
      try database.write { db in
        try db.execute(
          sql: "UPDATE runs SET state = 'interrupted' WHERE run_id = ?",
          arguments: [number]
        )
      }
    }
  }

  // MARK: - The list

  /// Adds inputs to the end of the list, but those that are in it.
  /// - Throws: ``ResultsDatabaseError``.
  public func add(_ inputs: [BatchInput]) throws {
    try database.write(.deferred) { db in for input in inputs { try WorkList.add(input, db) } }
  }

  /// The position of the last input added; 0 without one.
  /// - Throws: ``ResultsDatabaseError``.
  public func lastPosition() throws -> Int64 { try database.read(WorkList.end) }

  /// Takes note of what a playlist among the inputs names, as URLs, and of the URL of the playlist where it
  /// is one that no other playlist stands for.
  /// - Throws: ``ResultsDatabaseError``.
  public func addParts(_ urls: [String], head: String?) throws {
    try database.write(.deferred) { try WorkList.addParts(urls, head: head, $0) }
  }

  /// Removes the inputs behind a position that a playlist stands for; `url` gives the URL of a path.
  /// - Throws: ``ResultsDatabaseError``.
  public func removeParts(after position: Int64, url: (_ name: [UInt8]) -> String) throws {
    try database.write(.deferred) { try WorkList.removeParts(after: position, url: url, $0) }
  }

  /// Closes the list and gives every input its row; returns how many there are.
  /// - Throws: ``ResultsDatabaseError``.
  public func enter() throws -> Int {
    let count = try WorkList.enter(into: database)
    try database.write { db in
      try db.execute(
        sql: "UPDATE runs SET inputs = ? WHERE run_id = ?",
        arguments: [count, claims.run]
      )
    }
    return count
  }

  // MARK: - Work

  /// The next input of the list; behind its end those that other processes had. Nil when there are none.
  /// - Throws: ``ResultsDatabaseError``.
  public func next() throws -> Item? {
    try state.withLock { state in
      if state.upcoming.isEmpty {
        state.upcoming = try database.read { db in
          try WorkList.items(after: state.position, count: Self.lookedUpAtOnce, db)[...]
        }
      }
      if let item = state.upcoming.popFirst() {
        state.position = item.position
        return Item(input: item.input, id: item.id)
      }
      return state.postponed.isEmpty ? nil : state.postponed.removeFirst()
    }
  }

  /// Begins with an input, unless it need not be read or is another's.
  /// - Throws: ``ResultsDatabaseError``.
  public func begin(_ item: Item, _ identity: InputIdentity) throws -> Beginning {
    try begin(item, identity, capacity: InputRecorder.capacity)
  }

  /// The same with so much room for rows in memory, in bytes.
  func begin(_ item: Item, _ identity: InputIdentity, capacity: Int) throws -> Beginning {
    let outcome =
      try database.read { try claims.isUnchanged(item.id, identity, $0) }
      ? .unchanged : try database.write { try claims.claim(item.id, identity, $0) }
    switch outcome {
    case .unchanged: return .unchanged
    case .taken:
      state.withLock { state in
        var item = item
        item.isPostponed = true
        state.postponed.append(item)
      }
      return .taken
    case .claimed(let hasRows):
      return .begun(
        InputRecorder(
          database,
          claims,
          id: item.id,
          identity,
          hasOldRows: hasRows,
          capacity: capacity,
          clock: clock
        )
      )
    }
  }

  /// Notes how the run ended and what became of its inputs.
  /// - Throws: ``ResultsDatabaseError``.
  public func end(_ end: End, done: Int, failed: Int, skipped: Int) throws {
    try database.write { db in
      try db.execute(
        sql: """
          UPDATE runs SET state = ?, finished = ?, done = ?, failed = ?, skipped = ? WHERE run_id = ?
          """,
        arguments: [
          end.rawValue, InputRecorder.text(clock()), done, failed, skipped, claims.run,
        ]
      )
    }
  }
}
