import GRDB
import Synchronization
import System

/// A run of `batch` on a database: its list of inputs, and the result of each. Other processes may work on the same
/// database at the same time. Any thread may use this object.
///
///     let run = try BatchRun(database, description)
///     try run.add(inputs)
///     let count = try run.enter()
///     while let item = try run.next() {
///       guard case .begun(let recorder) = try run.begin(item, identity) else { continue }
///       …
///       try recorder.finish(result)
///     }
///     try run.end(.done, done: done, failed: failed, skipped: skipped)
package final class BatchRun: Sendable {
  package enum End: String, Sendable {
    /// Every input was processed, even if some could not be read.
    case done
    /// The user interrupted the run, or a failure ended it.
    case interrupted
  }

  /// An input of the list, returned by ``next()``.
  package struct Item: Sendable {
    package var input: BatchInput
    /// Whether the input was tried before, while another process was working on it.
    package var isPostponed = false
    fileprivate var id: Int64
    /// The result of claiming the input in advance. Nil if it must still be claimed.
    fileprivate var claim: InputClaims.Outcome?
  }

  package enum Beginning {
    case begun(InputRecorder)
    /// The input was processed before and has not changed since.
    case unchanged
    /// Another process is working on the input, or has removed its row. The input is tried again after the list.
    case taken
  }

  private static let lookedUpAtOnce = 64

  /// The maximum number of inputs that one transaction claims: few, so that threads rarely wait for the database.
  private static let claimedAtOnce = 8

  private struct State {
    var upcoming: ArraySlice<WorkList.Item> = []
    var position: Int64 = 0
    /// Inputs that were looked up but not begun. Some of them are already claimed.
    var ready: ArraySlice<Item> = []
    /// The number of inputs to claim next. The number starts low, so that other processes can claim inputs too.
    var ahead = 1
    /// The id of the first input in `ready` when ``giveBackIdle()`` was last called.
    var idle: Int64?
    var postponed: [Item] = []
  }

  private let database: ResultsDatabase
  private let commits: InputCommits
  private let claims: InputClaims
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Begins a run and adds it to the table `runs`.
  /// - Parameters:
  ///   - database: The database, opened for writing.
  ///   - description: The settings on which the results depend.
  ///   - redoes: Whether unchanged inputs are processed again.
  ///   - clock: Returns the time of day in milliseconds since 1970.
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

  /// The number of a new run, whose lock this process holds. A number whose lock is taken is skipped, because it
  /// belongs to a run that may still be active although its database was deleted.
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

  /// Adds inputs to the end of the list, and returns the inputs that were already listed.
  /// - Throws: ``ResultsDatabaseError``.
  @discardableResult package func add(_ inputs: [BatchInput]) throws -> [BatchInput] {
    try database.write(.deferred) { db in
      try inputs.filter { input in try !WorkList.add(input, db) }
    }
  }

  /// The position of the last input in the list; 0 if the list is empty.
  /// - Throws: ``ResultsDatabaseError``.
  package func lastPosition() throws -> Int64 { try database.read(WorkList.end) }

  /// Records the URLs to which a playlist among the inputs refers. `head` is the URL of a multivariant playlist, which
  /// is never removed as a part of another playlist. Nil for a media playlist.
  /// - Throws: ``ResultsDatabaseError``.
  package func addParts(_ urls: [String], head: String?) throws {
    try database.write(.deferred) { try WorkList.addParts(urls, head: head, $0) }
  }

  /// Removes the inputs that are listed after `position` and to which a recorded playlist refers, because reading the
  /// playlist includes them. `url` returns the URL of a path.
  /// - Throws: ``ResultsDatabaseError``.
  package func removeParts(after position: Int64, url: (_ name: [UInt8]) -> String) throws {
    try database.write(.deferred) { try WorkList.removeParts(after: position, url: url, $0) }
  }

  /// Closes the list, adds a row for every input without one, and returns the number of inputs.
  /// - Throws: ``ResultsDatabaseError``; `otherFolder` if the database has results for the same
  ///   relative name in another folder, unless the run redoes everything.
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

  /// The next input of the list; after the last input, the inputs on which other processes were working. Nil at the
  /// end.
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

  /// Releases the claimed inputs if none of them was begun since the last call, so that other processes can take them
  /// while the threads of this process are busy.
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

  /// Begins to process an input, unless it is unchanged or another process is working on it.
  /// - Throws: ``ResultsDatabaseError``.
  package func begin(_ item: Item, _ identity: InputIdentity) throws -> Beginning {
    try begin(item, identity, capacity: InputRecorder.capacity)
  }

  /// Begins to process an input, and keeps at most `capacity` bytes of its rows in memory.
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

  /// Records how the run ended, and the numbers of inputs that were done, failed and skipped.
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
