import GRDB
import Synchronization
import System

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
package final class BatchRun: Sendable {
  /// How a run ended.
  package enum End: String, Sendable {
    /// Every input was done, or could not be read.
    case done
    /// The user asked for an end, or a failure for it.
    case interrupted
  }

  /// An input of the list.
  package struct Item: Sendable {
    package var input: BatchInput
    /// Whether another process had it when it was tried before.
    package var isPostponed = false
    fileprivate var id: Int64
    /// The result of claiming it ahead; nil when it must be claimed.
    fileprivate var claim: InputClaims.Outcome?
  }

  /// The result of beginning with an input.
  package enum Beginning {
    /// It is to be read.
    case begun(InputRecorder)
    /// It has been done, and nothing has changed since.
    case unchanged
    /// Another process works on it: it is listed again at the end.
    case taken
  }

  /// How many inputs are looked up at once.
  private static let lookedUpAtOnce = 64

  /// The most inputs that are claimed at once, so that threads seldom wait for the database.
  private static let claimedAtOnce = 8

  private struct State {
    var upcoming: ArraySlice<WorkList.Item> = []
    var position: Int64 = 0
    /// Claimed where that was possible, and not begun.
    var ready: ArraySlice<Item> = []
    /// How many to claim next: few at the start of a run, when others may need them.
    var ahead = 1
    /// The first of those that were ready when ``giveBackIdle()`` was called last.
    var idle: Int64?
    var postponed: [Item] = []
  }

  private let database: ResultsDatabase
  private let commits: InputCommits
  private let claims: InputClaims
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Begins a run.
  /// - Parameters:
  ///   - database: Opened for writing.
  ///   - description: The settings that decide about the results.
  ///   - redoes: Whether what is unchanged is done again.
  ///   - clock: Milliseconds since 1970.
  /// - Throws: ``ResultsDatabaseError``.
  package init(
    _ database: ResultsDatabase,
    _ description: RunDescription,
    redoes: Bool = false,
    clock: @escaping @Sendable () -> Int64
  ) throws {
    self.database = database
    commits = InputCommits(capacity: InputRecorder.capacity) { input in
      try database.write { db in try input.write(db) }
    }
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

  /// The number of a new run, whose lock is held. One whose file was removed may still be running.
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

  /// Adds inputs to the end of the list, but those whose names are in it; returns these.
  /// - Throws: ``ResultsDatabaseError``.
  @discardableResult package func add(_ inputs: [BatchInput]) throws -> [BatchInput] {
    try database.write(.deferred) { db in
      try inputs.filter { input in try !WorkList.add(input, db) }
    }
  }

  /// The position of the last input added; 0 without one.
  /// - Throws: ``ResultsDatabaseError``.
  package func lastPosition() throws -> Int64 { try database.read(WorkList.end) }

  /// Takes note of what a playlist among the inputs names, as URLs, and of the URL of the playlist
  /// where it is one that no other playlist represents.
  /// - Throws: ``ResultsDatabaseError``.
  package func addParts(_ urls: [String], head: String?) throws {
    try database.write(.deferred) { try WorkList.addParts(urls, head: head, $0) }
  }

  /// Removes the inputs after a position that a playlist represents; `url` gives the URL of a
  /// path.
  /// - Throws: ``ResultsDatabaseError``.
  package func removeParts(after position: Int64, url: (_ name: [UInt8]) -> String) throws {
    try database.write(.deferred) { try WorkList.removeParts(after: position, url: url, $0) }
  }

  /// Closes the list and gives every input its row; returns how many there are.
  /// - Throws: ``ResultsDatabaseError``; `otherFolder` when a relative name has results of another folder,
  ///   unless the run redoes everything.
  package func enter() throws -> Int {
    let count = try WorkList.enter(into: database, run: claims.run, replaces: claims.redoes)
    try database.write { db in
      try db.execute(
        sql: "UPDATE runs SET inputs = ? WHERE run_id = ?",
        arguments: [count, claims.run]
      )
    }
    return count
  }

  // MARK: - Work

  /// The next input of the list; after its end those that other processes had. Nil when there are none.
  /// - Throws: ``ResultsDatabaseError``.
  package func next() throws -> Item? {
    try state.withLock { state in
      if state.ready.isEmpty { try claimAhead(&state) }
      if let item = state.ready.popFirst() { return item }
      return state.postponed.isEmpty ? nil : state.postponed.removeFirst()
    }
  }

  private func claimAhead(_ state: inout State) throws {
    if state.upcoming.isEmpty {
      state.upcoming = try database.read { db in
        try WorkList.items(after: state.position, count: Self.lookedUpAtOnce, db)[...]
      }
    }
    let items = state.upcoming.prefix(state.ahead)
    guard let last = items.last else { return }
    state.ready = try database.write { db in
      try items.map { item in
        try Item(input: item.input, id: item.id, claim: claims.claimAhead(item.id, db))
      }[...]
    }
    state.upcoming.removeFirst(items.count)
    state.position = last.position
    state.ahead = min(2 * state.ahead, Self.claimedAtOnce)
  }

  /// Lets other processes have what was claimed and not begun since the last call: the threads of this
  /// one are busy with something long.
  /// - Throws: ``ResultsDatabaseError``.
  package func giveBackIdle() throws {
    try state.withLock { state in
      let first = state.ready.first?.id
      if let first, first == state.idle { try giveBack(&state) }
      state.idle = first
    }
  }

  private func giveBack(_ state: inout State) throws {
    guard state.ready.contains(where: { $0.claim != nil }) else { return }
    try database.write { db in
      for item in state.ready where item.claim != nil { try claims.release(item.id, db) }
    }
    for index in state.ready.indices { state.ready[index].claim = nil }
    state.ahead = 1
  }

  /// Begins with an input, unless it need not be read or is another's.
  /// - Throws: ``ResultsDatabaseError``.
  package func begin(_ item: Item, _ identity: InputIdentity) throws -> Beginning {
    try begin(item, identity, capacity: InputRecorder.capacity)
  }

  /// The same with a limit for rows in memory, in bytes.
  func begin(_ item: Item, _ identity: InputIdentity, capacity: Int) throws -> Beginning {
    switch try item.claim ?? claim(item, identity) {
    case .unchanged: return .unchanged
    case .taken:
      state.withLock { state in
        var item = item
        (item.isPostponed, item.claim) = (true, nil)
        state.postponed.append(item)
      }
      return .taken
    case .claimed(let hasRows):
      return .begun(
        InputRecorder(
          database,
          commits,
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

  private func claim(_ item: Item, _ identity: InputIdentity) throws -> InputClaims.Outcome {
    if try database.read({ try claims.isUnchanged(item.id, identity, $0) }) { return .unchanged }
    return try database.write { try claims.claim(item.id, identity, $0) }
  }

  /// Notes how the run ended and what became of its inputs.
  /// - Throws: ``ResultsDatabaseError``.
  package func end(_ end: End, done: Int, failed: Int, skipped: Int) throws {
    try state.withLock { try giveBack(&$0) }
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
