import GRDB

/// The tables and views of a results database, which `Documentation/Database.md` describes.
///
/// Plain tables, not strict ones: the `sqlite3` of older systems can read them too.
enum StoreSchema {
  /// The `PRAGMA application_id` of our files: `id3t` in ASCII.
  static let applicationID: Int32 = 0x6964_3374

  /// The version that this code writes, kept in `PRAGMA user_version`: the number of migrations.
  static let version = latestVersion(of: RecordTable.all)

  /// Migrates a file from any older version to ``version``.
  static var migrator: DatabaseMigrator { migrator(to: RecordTable.all) }

  /// The version that added the latest column.
  static func latestVersion(of tables: [RecordTable]) -> Int {
    max(keptVersion, tables.flatMap(\.columns).map(\.since).max() ?? 1)
  }

  /// The version that added the table `kept`.
  private static let keptVersion = 5

  /// Migrates a file from any older version to the one that has these tables.
  static func migrator(to tables: [RecordTable]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      for table in tables { try db.execute(sql: table.creation) }
      try db.execute(sql: viewsOfVersion1)
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    for later in 1...latestVersion(of: tables) where later > 1 {
      migrator.registerMigration("v\(later)") { db in
        for change in tables.flatMap({ $0.changes(of: later) }) { try db.execute(sql: change) }
        if later == keptVersion { try db.execute(sql: keptEvents) }
        if later == 4 { try db.execute(sql: presenceOfVersion4) }
        try db.execute(sql: "PRAGMA user_version = \(later)")
      }
    }
    return migrator
  }
}
