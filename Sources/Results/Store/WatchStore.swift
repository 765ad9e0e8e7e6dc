import FoundationEssentials
import GRDB
import NielsenAppApi
import Synchronization

/// What a watch found, in a results database: rows are added as feeds are read, a batch at a time, and what
/// is committed stays whatever ends the process.
///
/// A feed that the database knows already keeps its rows; further ones stand behind them.
public final class WatchStore: Sendable {
  /// A feed.
  public struct Feed: Sendable {
    /// The URL without what is secret in it.
    public var name: String
    /// How it is reached.
    public var kind: InputIdentity.Kind

    /// Makes a feed.
    public init(name: String, kind: InputIdentity.Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// Something that was found on a feed, as a row of `findings`.
  public struct FoundRow: Sendable {
    /// The number of the feed.
    public var feed: Int
    /// The fields of a finding, as `check` has them.
    public var json: JSONValue

    /// Makes a row.
    public init(feed: Int, json: JSONValue) {
      self.feed = feed
      self.json = json
    }
  }

  /// A tag of a feed.
  public struct TagRow: Sendable {
    /// The number of the feed.
    public var feed: Int
    /// The tag; its index counts from the beginning of the watch.
    public var row: ExtractRow

    /// Makes a row.
    public init(feed: Int, row: ExtractRow) {
      self.feed = feed
      self.row = row
    }
  }

  /// How a feed is, as rows of `inputs` and `streams`.
  public struct FeedRow: Sendable {
    /// Bytes read.
    public var bytes: Int64
    /// Why it does not deliver.
    public var error: String?
    /// Its fields as `check` has them: `verdict`, `tags`, and `streams`.
    public var json: JSONValue

    /// Makes a row.
    public init(bytes: Int64, error: String?, json: JSONValue) {
      self.bytes = bytes
      self.error = error
      self.json = json
    }
  }

  /// The state of an input that is watched, or was.
  static let state = "watched"

  private struct Place {
    var id: Int64
    /// Where the rows of this watch begin.
    var firstTag: Int64
    var nextFinding: Int64
  }

  private let database: ResultsDatabase
  private let locks: OwnerLocks
  private let run: Int64
  private let clock: @Sendable () -> Int64
  private let places: Mutex<[Place]>

  /// Begins a run.
  /// - Parameters:
  ///   - database: Opened for writing.
  ///   - description: What decides about the results.
  ///   - feeds: What is watched.
  ///   - clock: Milliseconds since 1970.
  /// - Throws: ``ResultsDatabaseError``, also when another process writes about one of the feeds.
  public init(
    _ database: ResultsDatabase,
    _ description: RunDescription,
    feeds: [Feed],
    clock: @escaping @Sendable () -> Int64
  ) throws {
    self.database = database
    self.clock = clock
    let locks = try ResultsDatabase.locking(database.path) { () throws(SystemError) in
      try OwnerLocks(path: ResultsDatabase.ownersPath(of: database.path))
    }
    self.locks = locks
    let started = clock()
    let run = try BatchRun.newNumber(database, locks, description, started: started)
    self.run = run
    places = Mutex(try Self.enterAll(feeds, run: run, started: started, locks, database))
  }

  /// Gives the feeds their rows, all of them or none.
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
      // A run that was refused is not at work. Where that cannot be noted, the refusal matters more.
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
      sql: "SELECT input_id, owner FROM inputs WHERE name = ?",
      arguments: [Data(name)]
    )
    if let owner = known?["owner"] as Int64?, owner != run, !locks.isGone(owner) {
      throw ResultsDatabaseError(
        .cannotLock,
        path: path,
        reason: "another process writes about \(feed.name)",
        remedy: "end that process, or name another file with --db"
      )
    }
    let id: Int64
    if let known {
      id = known["input_id"]
    } else {
      try db.execute(
        sql: "INSERT INTO inputs (name, input, state) VALUES (?, ?, ?)",
        arguments: [Data(name), feed.name, state]
      )
      id = db.lastInsertedRowID
    }
    try db.execute(
      sql: """
        UPDATE inputs SET run_id = ?, state = ?, owner = ?, kind = ?, settings = NULL,
        did = 'extract,check', started = ?, finished = NULL WHERE input_id = ?
        """,
      arguments: [run, state, run, feed.kind.rawValue, InputRecorder.text(started), id]
    )
    return Place(
      id: id,
      firstTag: try next("\"index\"", of: "tags", id, db),
      nextFinding: try next("position", of: "findings", id, db)
    )
  }

  private static func next(
    _ column: String,
    of table: String,
    _ id: Int64,
    _ db: Database
  ) throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql: "SELECT max(\(column)) + 1 FROM \(table) WHERE input_id = ?",
      arguments: [id]
    ) ?? 0
  }

  /// Adds rows, all of them or none.
  /// - Throws: ``ResultsDatabaseError``.
  public func append(tags: [TagRow], findings: [FoundRow]) throws {
    try places.withLock { places in
      var changed = places
      try database.write { db in
        for tag in tags where changed.indices.contains(tag.feed) {
          let place = changed[tag.feed]
          let index = Int(clamping: place.firstTag) + tag.row.index
          let row = ExtractRow(input: tag.row.input, index: index, tag: tag.row.tag)
          try StoredTable.tags.row(row.json, ofInput: place.id, position: 0).insert(into: db)
        }
        for finding in findings where changed.indices.contains(finding.feed) {
          let place = changed[finding.feed]
          let position = Int(clamping: place.nextFinding)
          try StoredTable.findings.row(finding.json, ofInput: place.id, position: position)
            .insert(into: db)
          changed[finding.feed].nextFinding += 1
        }
      }
      places = changed
    }
  }

  /// Notes how the feeds are, in their order.
  /// - Throws: ``ResultsDatabaseError``.
  public func update(_ feeds: [FeedRow]) throws {
    let now = InputRecorder.text(clock())
    try places.withLock { places in
      try database.write { db in
        for (place, feed) in zip(places, feeds) { try Self.update(place.id, feed, now, db) }
      }
    }
  }

  private static func update(_ id: Int64, _ feed: FeedRow, _ now: String?, _ db: Database) throws {
    let columns = CheckColumns.filled.filter { feed.json[path: $0.path] != nil }
    let names = columns.map { ", \($0.quotedName) = ?" }.joined()
    let values: [DatabaseValue] =
      [
        now.databaseValue, feed.bytes.databaseValue,
        feed.error.map { StoredColumn.Kind.stored($0) } ?? .null,
      ] + columns.map { $0.kind.stored(feed.json[path: $0.path]) } + [id.databaseValue]
    try db.execute(
      sql: "UPDATE inputs SET finished = ?, bytes = ?, error = ?\(names) WHERE input_id = ?",
      arguments: StatementArguments(values)
    )
    guard case .array(let streams)? = feed.json[path: "streams"] else { return }
    try db.execute(sql: "DELETE FROM streams WHERE input_id = ?", arguments: [id])
    for (position, stream) in streams.enumerated() {
      try StoredTable.streams.row(stream, ofInput: id, position: position).insert(into: db)
    }
  }

  /// Notes how the run ended.
  /// - Throws: ``ResultsDatabaseError``.
  public func end(_ end: BatchRun.End) throws {
    try places.withLock { places in
      try database.write { db in
        for place in places {
          try db.execute(
            sql: "UPDATE inputs SET owner = NULL WHERE input_id = ? AND owner = ?",
            arguments: [place.id, run]
          )
        }
        try db.execute(
          sql: "UPDATE runs SET state = ?, finished = ?, done = ? WHERE run_id = ?",
          arguments: [end.rawValue, InputRecorder.text(clock()), places.count, run]
        )
      }
    }
    try database.close()
  }
}
