import FoundationEssentials
import GRDB
import System

/// Writes the tags and alarms of `watch` to a results database. Rows are added in batches while feeds are read;
/// committed rows survive a crash of the process.
///
/// A feed that is already in the database keeps its rows, and new rows follow them. The results for the whole feed
/// include all rows: the transaction that adds rows also updates these results.
///
/// This is a value type, because only one task writes. The store waits for SQLite without blocking a thread, except
/// when a run begins.
package struct WatchStore: Sendable {
  /// The `state` of an input that `watch` has read.
  static let state = "watched"

  private struct Place: Sendable {
    var id: Int64
    /// The index of the first tag of this run.
    var firstTag: Int64
    var nextFinding: Int64
    /// The number of bytes read in earlier runs.
    var earlierBytes: Int64
    var totals: FeedTotals
  }

  package let database: ResultsDatabase
  let locks: OwnerLocks
  let run: Int64
  let clock: @Sendable () -> Int64
  /// The rows of each feed, by the number of the feed.
  private var places: [Int: Place]

  /// Begins a run. This blocks the thread, like opening the database.
  /// - Parameters:
  ///   - database: The database, opened for writing.
  ///   - description: The settings on which the results depend.
  ///   - feeds: The watched feeds.
  ///   - clock: Returns the time of day in milliseconds since 1970.
  /// - Throws: ``ResultsDatabaseError``, including when another process is watching one of the feeds.
  package init(
    _ database: ResultsDatabase,
    _ description: RunDescription,
    feeds: [Feed],
    clock: @escaping @Sendable () -> Int64
  ) throws {
    (self.database, self.clock) = (database, clock)
    let locks = try ResultsDatabase.locking(database.path) { () throws(SystemError) in
      try OwnerLocks(path: ResultsDatabase.ownersPath(of: database.path))
    }
    self.locks = locks
    let started = clock()
    let run = try BatchRun.newNumber(database, locks, description, started: started)
    self.run = run
    let entered = try Self.enterAll(feeds, run: run, started: started, locks, database)
    places = Dictionary(uniqueKeysWithValues: entered.enumerated().map { ($0, $1) })
  }

  /// Begins to record a feed that was added while `watch` was running.
  /// - Parameters:
  ///   - feed: The feed.
  ///   - number: The number of the feed, which is unique.
  /// - Throws: ``ResultsDatabaseError``, including when another process is watching the feed.
  package mutating func add(_ feed: Feed, number: Int) async throws {
    let started = clock()
    let place = try await database.writing { [run, locks, database] db in
      let place = try Self.enter(feed, run: run, started: started, locks, database.path, db)
      try db.execute(
        sql: "UPDATE runs SET inputs = inputs + 1 WHERE run_id = ?",
        arguments: [run]
      )
      return place
    }
    // If the feed was removed and added again, later rows under its old number are dropped, because they would take the
    // indexes of new rows.
    for (other, known) in places where known.id == place.id { places[other] = nil }
    places[number] = place
  }

  /// Releases a feed that is no longer watched. Its rows remain.
  /// - Throws: ``ResultsDatabaseError``.
  package mutating func remove(_ number: Int) async throws {
    guard let place = places[number] else { return }
    try await database.writing { [run] db in try Self.release(place, run: run, db) }
    places[number] = nil
  }

  private static func release(_ place: Place, run: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE inputs SET owner = NULL WHERE input_id = ? AND owner = ?",
      arguments: [place.id, run]
    )
  }

  /// Enters all feeds, or none, into `inputs`.
  private static func enterAll(
    _ feeds: [Feed],
    run: Int64,
    started: Int64,
    _ locks: OwnerLocks,
    _ database: ResultsDatabase
  ) throws -> [Place] {
    do {
      return try database.write { db in
        let places = try feeds.map {
          try enter($0, run: run, started: started, locks, database.path, db)
        }
        try db.execute(
          sql: "UPDATE runs SET inputs = ? WHERE run_id = ?",
          arguments: [feeds.count, run]
        )
        return places
      }
    } catch {
      // Records the end of a run that was refused. If that fails too, the refusal is the error to report.
      try? database.write { db in
        try db.execute(
          sql: "UPDATE runs SET state = ?, finished = ? WHERE run_id = ?",
          arguments: [BatchRun.End.interrupted.rawValue, InputRecorder.text(started), run]
        )
      }
      throw error
    }
  }

  private static func enter(
    _ feed: Feed,
    run: Int64,
    started: Int64,
    _ locks: OwnerLocks,
    _ path: String,
    _ db: Database
  ) throws -> Place {
    let name = Array(feed.name.utf8)
    let known = try Row.fetchOne(
      db,
      sql: "SELECT input_id, owner, state, bytes FROM inputs WHERE name = ?",
      arguments: [Data(name)]
    ).map { CheckedRow($0, of: "inputs", key: ["input_id"]) }
    let owner: Int64? = try known?.optional(1)
    if let owner, owner != run, !locks.isGone(owner) {
      throw ResultsDatabaseError(
        .cannotLock,
        path: path,
        reason: "another process is writing results of \(feed.name)",
        remedy: "end that process, or give another file with --db"
      )
    }
    let id: Int64
    var totals = FeedTotals()
    if let known {
      id = try known.value(0)
      let before: String = try known.value(2)
      totals = try FeedTotals(ofInput: id, wasWatched: before == state, db)
    } else {
      try db.execute(
        sql: "INSERT INTO inputs (name, input, state) VALUES (?, ?, ?)",
        arguments: [Data(name), feed.name, state]
      )
      id = db.lastInsertedRowID
    }
    // If all tags were removed, indexes start at 0 again and older marks no longer apply.
    try db.execute(
      sql: """
        UPDATE inputs SET run_id = ?, state = ?, owner = ?, kind = ?, settings = NULL,
        did = 'extract,check', started = ?, finished = NULL, title = ?,
        marks = iif(EXISTS (SELECT 1 FROM tags WHERE tags.input_id = inputs.input_id), marks, NULL)
        WHERE input_id = ?
        """,
      arguments: [
        run, state, run, feed.kind.rawValue, InputRecorder.text(started), feed.title, id,
      ]
    )
    return Place(
      id: id,
      firstTag: try next("\"index\"", of: "tags", id, db),
      nextFinding: try next("position", of: "findings", id, db),
      earlierBytes: Int64(try known?.count(3) ?? 0),
      totals: totals
    )
  }

  static func next(
    _ column: String,
    of table: String,
    _ id: Int64,
    _ db: Database
  ) throws -> Int64 {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT \(column), input_id FROM \(table) WHERE input_id = ? ORDER BY 1 DESC LIMIT 1",
      arguments: [id]
    )
    guard let row else { return 0 }
    return try CheckedRow(row, of: table, key: ["input_id"]).identifier(0) + 1
  }

  /// The ids of the feeds in `inputs`, in the order of their numbers.
  var inputs: [Int64] { places.sorted { $0.key < $1.key }.map(\.value.id) }

  /// Adds rows in one transaction.
  /// - Parameters:
  ///   - tags: The tags.
  ///   - findings: The alarms and their ends.
  ///   - kept: The events that the next watch needs. Nil means that the events recorded before still apply.
  /// - Throws: ``ResultsDatabaseError``.
  package mutating func append(
    tags: [TagRow],
    findings: [FoundRow],
    kept: [KeptRow]? = nil
  ) async throws {
    places = try await database.writing { [places, run] db in
      if let kept { try Self.keep(kept, ofRun: run, db) }
      var changed = places
      var feeds: Set<Int> = []
      for tag in tags {
        guard let place = changed[tag.feed] else { continue }
        let index = Int(clamping: place.firstTag) + tag.row.index
        let row = ExtractRow(input: tag.row.input, index: index, tag: tag.row.tag)
        try StoredTable.tags.row(row.values, ofInput: place.id).insert(into: db)
        changed[tag.feed]?.totals.count(tag.row.tag, in: tag.stream)
        feeds.insert(tag.feed)
      }
      for finding in findings {
        guard let place = changed[finding.feed] else { continue }
        let position = Int(clamping: place.nextFinding)
        let values = FindingFields.schema.values(finding.record)
        try StoredTable.findings.row(values, ofInput: place.id, position: position)
          .insert(into: db)
        changed[finding.feed]?.nextFinding += 1
        changed[finding.feed]?.totals.take(finding)
        feeds.insert(finding.feed)
      }
      for feed in feeds.sorted() {
        if let place = changed[feed] { try place.totals.write(ofInput: place.id, db) }
      }
      return changed
    }
  }

  /// Records the current state of feeds.
  /// - Throws: ``ResultsDatabaseError``.
  package mutating func update(_ feeds: [FeedRow]) async throws {
    let now = InputRecorder.text(clock())
    var changed = places
    for feed in feeds { changed[feed.number]?.totals.list(feed.streams) }
    try await database.writing { [changed] db in
      for feed in feeds {
        if let place = changed[feed.number] { try Self.update(place, feed, now, db) }
      }
    }
    places = changed
  }

  private static func update(
    _ place: Place,
    _ feed: FeedRow,
    _ now: String?,
    _ db: Database
  ) throws {
    let values: [DatabaseValue] = [
      now.databaseValue, (place.earlierBytes + feed.bytes).databaseValue,
      feed.error.map { FieldKind.stored($0) } ?? .null, place.id.databaseValue,
    ]
    try db.execute(
      sql: "UPDATE inputs SET finished = ?, bytes = ?, error = ? WHERE input_id = ?",
      arguments: StatementArguments(values)
    )
    try place.totals.write(ofInput: place.id, db)
  }

  /// Records how the run ended, and closes the file.
  /// - Throws: ``ResultsDatabaseError``.
  package func end(_ end: BatchRun.End) async throws {
    let finished = InputRecorder.text(clock())
    try await database.writing { [places, run] db in
      for place in places.values { try Self.release(place, run: run, db) }
      try db.execute(
        sql: "UPDATE runs SET state = ?, finished = ?, done = ? WHERE run_id = ?",
        arguments: [end.rawValue, finished, places.count, run]
      )
    }
    try await database.closing()
  }
}
