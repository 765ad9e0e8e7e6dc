import FoundationEssentials
import GRDB

/// The inputs of a run in order. SQLite keeps them in a temporary table, on disk if there are many, so that memory does
/// not grow with their number.
enum WorkList {
  struct Item: Sendable {
    var position: Int64
    var id: Int64
    var input: BatchInput
  }

  /// The number of inputs entered in one transaction, during which other processes must wait.
  private static let enteredAtOnce: Int64 = 5000

  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE work (
          position INTEGER PRIMARY KEY,
          name BLOB NOT NULL UNIQUE,
          label TEXT NOT NULL,
          source TEXT NOT NULL,
          isSearched INTEGER NOT NULL
        );
        CREATE TEMP TABLE parts (url TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TEMP TABLE heads (url TEXT PRIMARY KEY) WITHOUT ROWID;
        """
    )
  }

  /// Adds an input unless its name is already in the list; returns whether it was added.
  static func add(_ input: BatchInput, _ db: Database) throws -> Bool {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO work (name, label, source, isSearched) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [Data(input.name), input.label, input.source.rawValue, input.isSearched])
    return db.changesCount > 0
  }

  static func end(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT max(position) FROM work") ?? 0
  }

  // MARK: - Playlists

  static func addParts(_ urls: [String], head: String?, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO parts VALUES (?)")
    for url in urls { try statement.execute(arguments: [url]) }
    guard let head else { return }
    try db.execute(sql: "INSERT OR IGNORE INTO heads VALUES (?)", arguments: [head])
  }

  /// Removes the inputs that are listed after `position` and to which a recorded playlist refers, and forgets the
  /// playlists.
  static func removeParts(
    after position: Int64,
    url: (_ name: [UInt8]) -> String,
    _ db: Database
  ) throws {
    try db.execute(sql: "DELETE FROM parts WHERE url IN (SELECT url FROM heads)")
    if try Int.fetchOne(db, sql: "SELECT 1 FROM parts LIMIT 1") != nil {
      try removeAll(after: position, url: url, db)
    }
    try db.execute(sql: "DELETE FROM parts; DELETE FROM heads")
  }

  private static func removeAll(
    after position: Int64,
    url: (_ name: [UInt8]) -> String,
    _ db: Database
  ) throws {
    let isPart = try db.makeStatement(sql: "SELECT 1 FROM parts WHERE url = ?")
    let remove = try db.makeStatement(sql: "DELETE FROM work WHERE position = ?")
    let names = try Row.fetchCursor(
      db,
      sql: "SELECT position, name FROM work WHERE position > ?",
      arguments: [position]
    )
    while let row = try names.next() {
      let row = CheckedRow(row, of: "work", key: ["position"])
      let name = [UInt8](try row.value(1) as Data)
      guard try Int.fetchOne(isPart, arguments: [url(name)]) != nil else { continue }
      try remove.execute(arguments: [try row.value(0) as Int64])
    }
  }

  // MARK: - Work

  /// Adds a row to `inputs` for every input that has none, in order, and returns the number of inputs in the list.
  /// - Throws: `otherFolder` if the database has results for the same relative name in another folder and `replaces` is
  ///   false. Nothing is entered if such results exist at the beginning.
  static func enter(
    into database: ResultsDatabase,
    run: Int64,
    replaces: Bool
  ) throws -> Int {
    var begin: Int64 = 1
    let end = try database.read(end)
    if !replaces { try database.read { try refuseOthers(1...max(1, end), run, database.path, $0) } }
    while begin <= end {
      let part = begin...(begin + enteredAtOnce - 1)
      try database.write { db in
        // Another process may have entered some of these names since the first check.
        if !replaces { try refuseOthers(part, run, database.path, db) }
        try db.execute(
          sql: """
            INSERT OR IGNORE INTO inputs (name, input, run_id, state)
            SELECT name, label, ?, 'waiting' FROM work WHERE position BETWEEN ? AND ?
            ORDER BY position
            """,
          arguments: [run, part.lowerBound, part.upperBound]
        )
      }
      begin += enteredAtOnce
    }
    return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM work") ?? 0 }
  }

  /// Throws `otherFolder` if a relative name has results from a run in another directory. There, the name means another
  /// file, whose results must not be replaced.
  private static func refuseOthers(
    _ positions: ClosedRange<Int64>,
    _ run: Int64,
    _ path: String,
    _ db: Database
  ) throws {
    let other = try Row.fetchOne(
      db,
      sql: """
        SELECT inputs.input, theirs.directory, mine.directory, inputs.input_id
        FROM work JOIN inputs USING (name) JOIN runs AS theirs USING (run_id)
        JOIN runs AS mine ON mine.run_id = ?
        WHERE position BETWEEN ? AND ? AND source = 'path' AND substr(work.name, 1, 1) != x'2F'
        AND inputs.state != 'no-stream' AND theirs.directory != mine.directory
        ORDER BY position LIMIT 1
        """,
      arguments: [run, positions.lowerBound, positions.upperBound]
    )
    guard let other else { return }
    let row = CheckedRow(other, of: "inputs", key: ["input_id"])
    throw ResultsDatabaseError.otherFolder(
      path,
      input: try row.value(0),
      theirs: try CheckedRow(other, of: "runs").value(1),
      mine: try row.value(2)
    )
  }

  static func items(after position: Int64, count: Int, _ db: Database) throws -> [Item] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT position, input_id, name, source, isSearched
        FROM work JOIN inputs USING (name)
        WHERE position > ? ORDER BY position LIMIT ?
        """
    )
    return try Row.fetchAll(statement, arguments: [position, count]).map { row in
      let row = CheckedRow(row, of: "work", key: ["position"])
      return Item(
        position: try row.value(0),
        id: try row.value(1),
        input: BatchInput(
          name: [UInt8](try row.value(2) as Data),
          source: BatchInput.Source(rawValue: try row.value(3)) ?? .path,
          isSearched: try row.value(4)
        )
      )
    }
  }
}
