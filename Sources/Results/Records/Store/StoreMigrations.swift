import GRDB

/// The tables and views of a results database, which `Documentation/Database.md` describes.
///
/// The tables are not `STRICT`, so that the `sqlite3` of older systems can read them too.
enum StoreMigrations {
  /// The `PRAGMA application_id` of results databases: `id3t` in ASCII.
  static let applicationID: Int32 = 0x6964_3374

  /// The version that this code writes to `PRAGMA user_version`; also the number of migrations.
  static let version = latestVersion(of: RecordTable.all)

  /// The version of the schema that added the table `kept`.
  private static let keptVersion = 5

  /// The version that added the latest column or table.
  static func latestVersion(of tables: [RecordTable]) -> Int {
    tables.flatMap(\.columns).map(\.since).reduce(keptVersion, max)
  }

  /// The migrations from any older version to the version of these tables.
  static func migrator(to tables: [RecordTable] = RecordTable.all) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      for table in tables { try db.execute(sql: table.creation) }
      try db.execute(sql: presence + views)
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    for later in 2...latestVersion(of: tables) {
      migrator.registerMigration("v\(later)") { db in
        for change in tables.flatMap({ $0.changes(of: later) }) { try db.execute(sql: change) }
        if later == keptVersion { try db.execute(sql: keptEvents) }
        if later == 4 { try db.execute(sql: "DROP VIEW presence;" + presence) }
        try db.execute(sql: "PRAGMA user_version = \(later)")
      }
    }
    return migrator
  }
}

extension StoreMigrations {
  /// The table `kept`: the events of a run of `watch` that the next run needs. Only `watch` uses it.
  static let keptEvents = """
    CREATE TABLE kept (run_id INTEGER NOT NULL, input TEXT NOT NULL, purpose TEXT NOT NULL, event TEXT NOT NULL);
    """
}

extension RecordTable {
  /// The statement that creates the table as in version 1. The rows of an input are adjacent and in order, so no index
  /// is needed to read or remove them.
  var creation: String {
    var lines = columns.filter { $0.since == 1 }.map(\.definition)
    if let place { lines.append("PRIMARY KEY (input_id, \(Self.quoted(place.rawValue)))") }
    let body = lines.map { "  \($0)" }.joined(separator: ",\n")
    return "CREATE TABLE \(name) (\n\(body)\n)\(place == nil ? "" : " WITHOUT ROWID");"
  }

  /// The statements that migrate the table from the previous version to `version`.
  func changes(of version: Int) -> [String] {
    columns.filter { $0.since == version }.map {
      "ALTER TABLE \(name) ADD COLUMN \($0.definition);"
    }
  }

  /// A name, quoted if it is a keyword of SQL.
  fileprivate static func quoted(_ name: String) -> String {
    wordsOfSQL.contains(name) ? "\"\(name)\"" : name
  }

  private static let wordsOfSQL: Set<String> = ["index"]
}

extension RecordField {
  fileprivate var definition: String {
    [RecordTable.quoted(column), kind.typeOfSQL, constraint].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension FieldKind {
  fileprivate var typeOfSQL: String {
    switch self {
    case .text, .json, .rows: "TEXT"
    case .integer, .flag: "INTEGER"
    case .seconds: "REAL"
    case .bytes: "BLOB"
    }
  }
}

extension StoreMigrations {
  /// The view `presence`. The view of databases before version 4 showed inputs that were not judged with the verdict
  /// `pass` or `warn`.
  static let presence = """
    CREATE VIEW presence AS
    SELECT
      inputs.input AS input,
      streams.rendition AS rendition,
      streams.program AS program,
      streams.pid AS pid,
      CASE
        WHEN inputs.verdict IS NULL OR inputs.verdict = 'unreadable' THEN NULL
        WHEN coalesce(streams.data, inputs.tags_data) > 0 THEN 'yes'
        WHEN coalesce(streams.verdict, inputs.verdict) = 'absent' THEN 'no'
        ELSE 'not-judged'
      END AS present,
      coalesce(streams.data, inputs.tags_data) AS data,
      coalesce(streams.info, inputs.tags_info) AS info,
      coalesce(streams.verdict, inputs.verdict) AS verdict,
      coalesce(inputs.error, inputs.notJudged) AS error
    FROM inputs LEFT JOIN streams ON streams.input_id = inputs.input_id
    WHERE inputs.state NOT IN ('waiting', 'no-stream')
    ORDER BY inputs.input_id, streams.position;
    """

  /// The views `gaps` and `faults_by_rule`. `gaps` lists the intervals between two DATA tags of a stream that exceed
  /// 19 s, the default limit of the rule `cadence-gap`.
  static let views = """
    CREATE VIEW gaps AS
    SELECT
      inputs.input AS input,
      tags.rendition AS rendition,
      tags.program AS program,
      tags.pid AS pid,
      tags.previous AS start,
      tags.time AS "end",
      round(tags.time - tags.previous, 3) AS seconds
    FROM (
      SELECT
        input_id, "index", rendition, program, pid, time,
        max(time) OVER (
          PARTITION BY input_id, rendition, program, pid, carriage ORDER BY "index"
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS previous
      FROM tags
      WHERE nielsen_kind = 'data' AND time IS NOT NULL
    ) AS tags JOIN inputs ON inputs.input_id = tags.input_id
    WHERE tags.time - tags.previous > 19
    ORDER BY tags.input_id, tags."index";

    CREATE VIEW faults_by_rule AS
    SELECT
      rules.rule AS rule,
      sum(rules.state = 'fail') AS failed,
      sum(rules.state = 'warn') AS warned,
      sum(rules.state = 'pass') AS passed,
      sum(rules.state = 'not-assessed') AS notAssessed,
      coalesce(
        (SELECT sum(findings.count) FROM findings WHERE findings.rule = rules.rule), 0
      ) AS findings
    FROM rules
    GROUP BY rules.rule
    HAVING sum(rules.state IN ('fail', 'warn')) > 0
    ORDER BY failed DESC, warned DESC, rules.rule;
    """
}
