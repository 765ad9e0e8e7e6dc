import GRDB

/// The tables of a queue.
enum QueueSchema {
  /// The version this code writes, kept in `PRAGMA user_version`.
  static let version = 1

  /// A file that a newer version wrote.
  struct NewerVersion: Error {}

  /// Makes the tables where they are missing.
  /// - Throws: ``NewerVersion`` and `DatabaseError`.
  static func prepare(_ db: Database) throws {
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard found <= version else { throw NewerVersion() }
    guard found == 0 else { return }
    try db.execute(sql: tables)
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Instances of different owners may have one name, as seeded runs repeat exactly. Ids are never
  /// used twice: their order is the order of sending.
  private static let tables = """
    CREATE TABLE pings (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      product TEXT NOT NULL,
      createTime INTEGER NOT NULL,
      queued INTEGER NOT NULL,
      url TEXT NOT NULL,
      slots TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE TABLE refused (
      id INTEGER PRIMARY KEY,
      product TEXT NOT NULL,
      createTime INTEGER NOT NULL,
      queued INTEGER NOT NULL,
      url TEXT NOT NULL,
      slots TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      reason TEXT NOT NULL,
      refused INTEGER NOT NULL,
      explanation TEXT NOT NULL
    ) STRICT;
    CREATE TABLE checkpoints (
      owner INTEGER NOT NULL,
      instance TEXT NOT NULL,
      position INTEGER NOT NULL,
      product TEXT NOT NULL,
      createTime INTEGER NOT NULL,
      queued INTEGER NOT NULL,
      url TEXT NOT NULL,
      slots TEXT NOT NULL,
      PRIMARY KEY (owner, instance, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE owners (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
    CREATE TABLE lease (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      owner INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      sending INTEGER
    ) STRICT;
    """
}
