import FoundationEssentials
import GRDB

/// The inputs of a run in their order. They are kept in a temporary table, on disk where they are many,
/// and not in memory.
enum WorkList {
  /// An input of the list.
  struct Item: Sendable {
    var position: Int64
    var id: Int64
    var input: BatchInput
  }

  /// How many inputs are entered in one transaction: another process that writes waits for it.
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

  /// Adds an input, unless it is there.
  static func add(_ input: BatchInput, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO work (name, label, source, isSearched) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [Data(input.name), input.label, input.source.rawValue, input.isSearched])
  }

  /// The position of the last input; 0 without one.
  static func end(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT max(position) FROM work") ?? 0
  }

  // MARK: - Playlists

  /// Takes note of URLs that a playlist names, and of the playlist itself where it is one that none
  /// other can stand for.
  static func addParts(_ urls: [String], head: String?, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO parts VALUES (?)")
    for url in urls { try statement.execute(arguments: [url]) }
    guard let head else { return }
    try db.execute(sql: "INSERT OR IGNORE INTO heads VALUES (?)", arguments: [head])
  }

  /// Removes the inputs behind a position that a playlist stands for, and forgets the playlists.
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
      let name = [UInt8](row[1] as Data)
      guard try Int.fetchOne(isPart, arguments: [url(name)]) != nil else { continue }
      try remove.execute(arguments: [row[0] as Int64])
    }
  }

  // MARK: - Work

  /// Gives every input of the list a row, in the order of the list; returns how many there are.
  static func enter(into database: ResultsDatabase) throws -> Int {
    var begin: Int64 = 1
    let end = try database.read(end)
    while begin <= end {
      try database.write { db in
        try db.execute(
          sql: """
            INSERT OR IGNORE INTO inputs (name, input, state)
            SELECT name, label, 'waiting' FROM work WHERE position BETWEEN ? AND ?
            ORDER BY position
            """,
          arguments: [begin, begin + enteredAtOnce - 1]
        )
      }
      begin += enteredAtOnce
    }
    return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM work") ?? 0 }
  }

  /// The next inputs behind a position.
  static func items(after position: Int64, count: Int, _ db: Database) throws -> [Item] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT position, input_id, name, source, isSearched
        FROM work JOIN inputs USING (name)
        WHERE position > ? ORDER BY position LIMIT ?
        """
    )
    return try Row.fetchAll(statement, arguments: [position, count]).map { row in
      Item(
        position: row[0],
        id: row[1],
        input: BatchInput(
          name: [UInt8](row[2] as Data),
          source: BatchInput.Source(rawValue: row[3]) ?? .path,
          isSearched: row[4]
        )
      )
    }
  }
}
