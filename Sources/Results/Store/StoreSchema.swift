import GRDB

/// The tables and views of a results database, which `Documentation/Database.md` describes.
///
/// Plain tables, not strict ones: the `sqlite3` of older systems can read them too.
enum StoreSchema {
  /// What `PRAGMA application_id` says of our files: `id3t` in ASCII.
  static let applicationID: Int32 = 0x6964_3374

  /// What this code writes, kept in `PRAGMA user_version`: the number of migrations.
  static let version = 1

  /// Brings a file from any older version to ``version``.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: tablesOfVersion1)
      try db.execute(sql: viewsOfVersion1)
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    return migrator
  }
}
