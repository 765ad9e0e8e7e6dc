import GRDB

/// The tables of a collector's database, which `Documentation/Collector.md` describes.
enum CollectorSchema {
  /// The database version that this code writes, stored in `PRAGMA user_version`.
  static let version = 2
  /// The application id of the file: `id3c` in ASCII.
  static let applicationID: Int32 = 0x6964_3363

  /// The kind of a file. An older file also belongs to a collector, but it has no table of other requests.
  enum Content { case empty, ours, older, newer, foreign }

  static func content(_ db: Database) throws -> Content {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard application == applicationID else {
      let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
      return isEmpty && application == 0 ? .empty : .foreign
    }
    return found > version ? .newer : found < version ? .older : .ours
  }

  static func make(_ db: Database) throws {
    try db.execute(sql: tables + otherRequests)
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Migrates a file of version 1 to the current version.
  static func upgrade(_ db: Database) throws {
    try db.execute(sql: otherRequests)
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// The table of requests that were sent to production hosts but are not pings. Their ids are unique among all
  /// requests.
  private static let otherRequests = """
    CREATE TABLE IF NOT EXISTS other_requests (
      request_id INTEGER PRIMARY KEY,
      received INTEGER NOT NULL,
      peer TEXT NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      headers TEXT NOT NULL,
      status INTEGER NOT NULL
    ) STRICT;
    """

  /// The tables of pings, their requests and sessions. The columns for lists and filters are in a table without long
  /// texts, so a list of all pings reads only about 60 bytes of each.
  private static let tables = """
    CREATE TABLE requests (
      request_id INTEGER PRIMARY KEY,
      received INTEGER NOT NULL,
      peer TEXT NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB,
      status INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sessions (
      session_id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      app TEXT NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      pings INTEGER NOT NULL,
      UNIQUE (session, app)
    ) STRICT;
    CREATE INDEX sessions_by_last ON sessions (last);
    CREATE TABLE arrivals (
      ping_id INTEGER PRIMARY KEY,
      request_id INTEGER NOT NULL,
      part INTEGER NOT NULL,
      received INTEGER NOT NULL,
      session_id INTEGER NOT NULL,
      endpoint TEXT NOT NULL,
      product TEXT NOT NULL,
      type TEXT,
      createTime INTEGER,
      sendTime INTEGER
    ) STRICT;
    CREATE INDEX arrivals_by_session ON arrivals (session_id);
    CREATE TABLE parameters (
      ping_id INTEGER PRIMARY KEY,
      parameters TEXT NOT NULL
    ) STRICT;
    CREATE VIEW pings AS
      SELECT ping_id, strftime('%Y-%m-%dT%H:%M:%fZ', a.received / 1000.0, 'unixepoch') AS receivedAt,
        product, type, app, session, createTime, sendTime, endpoint, url, parameters,
        method, peer, status, request_id, part
      FROM arrivals a JOIN parameters USING (ping_id) JOIN requests USING (request_id)
        JOIN sessions USING (session_id);

    """
}
