import Foundation
import GRDB
import TestSupport
import Testing

@testable import Records

@Suite("tables and views of the results database")
struct StoreMigrationsTests {
  private let bench: StoreBench
  private let page: String
  private let records: String

  init() throws {
    bench = try StoreBench()
    let folder = Corpus.packageRoot.appendingPathComponent("Documentation")
    page = try String(contentsOf: folder.appendingPathComponent("Database.md"), encoding: .utf8)
    records = try String(contentsOf: folder.appendingPathComponent("Records.md"), encoding: .utf8)
  }

  private static let tables = [
    "runs", "inputs", "streams", "tags", "rules", "findings", "pings",
  ]
  private static let views = ["presence", "gaps", "faults_by_rule"]

  @Test("the documented tables and views exist, and no others")
  func names() throws {
    let names = try bench.texts(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
        + "AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'"
    )
    // The events that a watch leaves for the next watch are private.
    #expect(Set(names) == Set(Self.tables + Self.views + ["kept"]))
  }

  private static func names(in text: Substring) -> [String] {
    text.matches(of: /`"?([^`"]+)"?`/).map { String($0.1) }
  }

  /// The last cell of the row of a table or view.
  private func cell(of name: String) throws -> Substring {
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `\(name)` |") }
    return try #require(rows.first?.split(separator: "|").last)
  }

  @Test("the page about the database names all columns of a view, and no others", arguments: views)
  func viewDocumentation(name: String) throws {
    let columns = try bench.database.read { db in try db.columns(in: name).map(\.name) }
    // The values of a column follow it in brackets.
    let documented = Self.names(in: Substring(try cell(of: name).replacing(/\([^)]*\)/, with: "")))
    #expect(documented.sorted() == columns.sorted() && !columns.isEmpty)
  }

  @Test(
    "every column of a table is on the page about the database or the page about records",
    arguments: tables
  )
  func tableDocumentation(name: String) throws {
    let columns = try bench.database.read { db in try db.columns(in: name).map(\.name) }
    let mark = "<!-- The fields of \(name), written by `make golden`. -->"
    let own = page.components(separatedBy: mark).dropFirst().first?.components(separatedBy: "<!--")
      .first.map { $0.matches(of: /\n\| `"?([^`"]+)"?` \|/).map { String($0.1) } }
    let fields = records.matches(of: /\n\| `(?:[A-Za-z]+\[\]\.)?([^`]+)` \|/)
      .map { String($0.1).replacing(".", with: "_") }
    let cell = Self.names(in: try cell(of: name))
    // The `…` after `tags_` replaces the rest of several names.
    let known = Set((own ?? []) + cell + fields)
    let groups = cell.filter { $0.hasSuffix("…") }.map { $0.dropLast() }
    let missing = columns.filter { column in
      !known.contains(column) && !groups.contains { column.hasPrefix($0) }
    }
    #expect(missing == [] && !columns.isEmpty)
    #expect(Set(own ?? []).subtracting(columns) == [])
  }

  @Test("the page about the database names the version of the schema")
  func version() throws {
    let version = try #require(try bench.texts("PRAGMA user_version").first)
    #expect(page.contains("`PRAGMA user_version` is the version of the schema (\(version));"))
  }

  @Test("every query on the page about the database is valid")
  func questions() throws {
    let blocks = page.components(separatedBy: "```sql\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(!blocks.isEmpty)
    try bench.database.read { db in
      for block in blocks {
        let statements = try db.allStatements(sql: block)
        while let statement = try statements.next() { #expect(statement.columnCount > 0) }
      }
    }
  }

  @Test("every table has the declared columns, those of version 1 first")
  func columns() throws {
    for table in RecordTable.all {
      let columns = try bench.database.read { db in try db.columns(in: table.name).map(\.name) }
      let declared = table.columns.enumerated().sorted {
        ($0.element.since, $0.offset) < ($1.element.since, $1.offset)
      }
      #expect(columns == declared.map(\.element.column))
    }
    #expect(RecordTable.all.map(\.name).sorted() == Self.tables.sorted())
  }

  @Test("the fields of check are columns of `inputs` or separate tables, except `otherRules`")
  func check() {
    let parts = CheckFields.schema.leaves.filter { $0.kind == .rows }.map(\.path)
    #expect(parts == CheckColumns.tables.map(\.name) + ["otherRules"])
    let columns = CheckRow.fields.filter { $0 != "input" && !parts.contains($0) }
    #expect(CheckColumns.all.paths == columns)
    #expect(CheckColumns.filled.paths == columns.filter { $0 != "error" })
  }

  @Test("the tables of version 1 never change: a new field needs a later `since:`")
  func versionOne() throws {
    let expected = try String(
      contentsOf: Corpus.packageRoot.appendingPathComponent("Tests/Golden/database-version-1.sql"),
      encoding: .utf8
    )
    #expect(RecordTable.all.map(\.creation).joined(separator: "\n") + "\n" == expected)
  }

  @Test("a migration adds the columns of later versions to a database, and keeps its rows")
  func migration() throws {
    try bench.database.execute(
      "INSERT INTO runs (version, settings, directory, state, started) "
        + "VALUES ('1', '', '/', 'done', '')"
    )
    let today = StoreMigrations.version
    let later = [
      RecordField("one", .text, "", since: today + 1),
      RecordField("two.three", .seconds, "", since: today + 2),
    ]
    let tables =
      RecordTable.all.filter { $0.name != "runs" }
      + [RecordTable("runs", RecordTable.runs.columns + later)]
    #expect(StoreMigrations.latestVersion(of: tables) == today + 2)
    try bench.database.close()
    let queue = try DatabaseQueue(path: bench.database.path)
    try StoreMigrations.migrator(to: tables).migrate(queue)
    let row = try queue.read { db in
      try String.fetchOne(
        db,
        sql: "SELECT version || ' ' || coalesce(one, '-') || coalesce(two_three, '-') FROM runs"
      )
    }
    #expect(row == "1 --")
    let version = try queue.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }
    #expect(version == today + 2)
    let types = try queue.read { db in
      try db.columns(in: "runs").suffix(2).map { "\($0.name) \($0.type)" }
    }
    #expect(types == ["one TEXT", "two_three REAL"])
  }

  @Test("a new field is never required, because existing rows have no value for it")
  func laterFields() {
    for field in RecordTable.all.flatMap(\.columns) where field.since > 1 {
      #expect(field.constraint.isEmpty, "\(field.path)")
    }
  }

  @Test("a gap is a time of more than 19 s between two DATA tags of a stream")
  func gaps() throws {
    try bench.database.execute(
      "INSERT INTO inputs (input_id, name, input, state) VALUES (1, 'a', 'a.ts', 'done')"
    )
    for (index, row) in [
      ("10.0", "'data'", 1), ("11.0", "'data'", 2), ("15.0", "'info'", 1), ("29.0", "'data'", 1),
      ("20.0", "'data'", 1), ("48.25", "'data'", 1), ("30.5", "'data'", 2), ("NULL", "'data'", 2),
      ("80.0", "NULL", 1),
    ].enumerated() {
      try bench.database.execute(
        """
        INSERT INTO tags (input_id, "index", carriage, pid, time, nielsen_kind, tag_size,
          tag_sha256, tag_frames, notes)
        VALUES (1, \(index), 'ts-pes', \(row.2), \(row.0), \(row.1), 1, '', '[]', '[]')
        """
      )
    }
    #expect(
      try bench.texts(
        #"SELECT input || ' ' || pid || ' ' || start || ' ' || "end" || ' ' || seconds FROM gaps"#
      ) == ["a.ts 1 29.0 48.25 19.25", "a.ts 2 11.0 30.5 19.5"]
    )
  }

  @Test("presence has a row for every stream, and for inputs without streams")
  func presence() throws {
    try bench.database.execute(
      """
      INSERT INTO inputs (input_id, name, input, state, verdict, tags_data, tags_info, error) VALUES
        (1, 'a', 'a', 'done', 'pass', 7, 1, NULL), (2, 'b', 'b', 'done', 'absent', 0, 0, NULL),
        (3, 'c', 'c', 'unreadable', 'unreadable', 0, 0, 'c: broke: mend it'),
        (4, 'd', 'd', 'waiting', NULL, NULL, NULL, NULL),
        (5, 'e', 'e', 'no-stream', NULL, NULL, NULL, NULL),
        (6, 'f', 'f', 'done', NULL, NULL, NULL, NULL),
        (7, 'g', 'g', 'done', 'not-judged', 0, 0, NULL), (8, 'h', 'h', 'done', 'pass', 0, 0, NULL);
      INSERT INTO streams (input_id, position, rendition, tags, data, info, verdict) VALUES
        (1, 0, 'x', 8, 7, 1, 'pass'), (1, 1, 'y', 2, 0, 0, 'absent');
      """
    )
    #expect(
      try bench.texts(
        """
        SELECT input || ' ' || coalesce(rendition, '-') || ' ' || coalesce(present, '-') || ' '
          || coalesce(data, '-') || ' ' || coalesce(verdict, '-') || ' ' || coalesce(error, '-')
        FROM presence
        """
      ) == [
        "a x yes 7 pass -", "a y no 0 absent -", "b - no 0 absent -",
        "c - - 0 unreadable c: broke: mend it", "f - - - - -", "g - not-judged 0 not-judged -",
        "h - not-judged 0 pass -",
      ]
    )
  }

  @Test("faults_by_rule counts inputs and findings, and the rule that failed most often is first")
  func faults() throws {
    try bench.database.execute(
      """
      INSERT INTO inputs (input_id, name, input, state) VALUES
        (1, 'a', 'a', 'done'), (2, 'b', 'b', 'done');
      INSERT INTO rules (input_id, position, rule, state) VALUES
        (1, 0, 'p', 'pass'), (1, 1, 'w', 'warn'), (1, 2, 'x', 'fail'), (1, 3, 'y', 'fail'),
        (2, 0, 'p', 'off'), (2, 1, 'w', 'not-assessed'), (2, 2, 'x', 'pass'), (2, 3, 'y', 'fail');
      INSERT INTO findings (input_id, position, rule, severity, message, count) VALUES
        (1, 0, 'x', 'error', '', 3), (1, 1, 'y', 'error', '', 1), (2, 0, 'y', 'error', '', 5);
      """
    )
    #expect(
      try bench.texts(
        """
        SELECT rule || ' ' || failed || ' ' || warned || ' ' || passed || ' ' || notAssessed || ' '
          || findings
        FROM faults_by_rule
        """
      ) == ["y 2 0 0 0 6", "x 1 0 1 0 3", "w 0 1 0 1 0"]
    )
  }
}
