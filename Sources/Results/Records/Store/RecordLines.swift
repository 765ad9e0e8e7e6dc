import Conformance
import Formats
import FoundationEssentials
import GRDB

extension ResultsDatabase {
  /// Writes the records of a command as JSON Lines, byte for byte as the command prints them, in the order of the
  /// inputs and of their rows.
  /// - Parameters:
  ///   - kind: The command.
  ///   - body: Receives one line at a time, including its newline.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  package func lines(of kind: RecordKind, _ body: ([UInt8]) throws -> Void) throws {
    try read { db in
      try db.inSavepoint {
        switch kind {
        case .extract: try RecordLines.rows(of: .tags, db, body)
        case .pings: try RecordLines.rows(of: .pings, db, body)
        case .check:
          try RecordLines.inputs(where: "verdict IS NOT NULL", parsing: false, db) { values, _ in
            try body(RecordLines.line(CheckFields.schema.shapes, values))
          }
        }
        return .commit
      }
    }
  }
}

/// Reads records from rows of the database. Arrays and objects are either parsed, or kept as text for copying.
enum RecordLines {
  static func rows(
    of table: StoredTable,
    _ db: Database,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    try rows(of: table, table.columns, parsing: false, db) { values in
      try body(line(table.shapes, values))
    }
  }

  static func line(_ shapes: [RecordShape], _ values: [JSONValue]) -> [UInt8] {
    var bytes: [UInt8] = []
    shapes.append(values, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Reads the given columns of all rows of a table, in the order of the inputs.
  static func rows(
    of table: StoredTable,
    _ columns: StoredColumns,
    parsing: Bool,
    _ db: Database,
    _ body: ([JSONValue]) throws -> Void
  ) throws {
    let place = "\"\(table.place.rawValue)\""
    let names = (["input_id", place] + columns.names).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT \(names) FROM \(table.name) ORDER BY input_id, \(place)"
    )
    let inputLeaf = table.leaves.firstIndex { $0.path == "input" }
    var (id, label) = (Int64.min, JSONValue.null)
    while let row = try rows.next() {
      let cells = CheckedRow(row, of: table.name, key: ["input_id", table.place.rawValue])
      let input: Int64 = try cells.value(0)
      if input != id { (id, label) = (input, JSONValue(try Self.label(ofInput: input, db))) }
      var values = try columns.values(cells, from: 2, parsing: parsing)
      if let inputLeaf { values[inputLeaf] = label }
      if let place = table.placeLeaf {
        values[place] = try FieldKind.integer.value(cells, 1, parsing: parsing)
      }
      try body(values)
    }
  }

  private static func label(ofInput id: Int64, _ db: Database) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT input, name, input_id FROM inputs WHERE input_id = ?"
    )
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
    return try label(CheckedRow(row, of: "inputs", key: ["input_id"]), from: 0)
  }

  /// The name of an input in records. Earlier versions wrote every byte that is not UTF-8 as U+FFFD. The text of a name
  /// with that character is made again from the bytes of `name`.
  private static func label(_ row: CheckedRow, from first: Int) throws -> String {
    let label: String = try row.value(first)
    let name: Data = try row.value(first + 1)
    return label.contains("\u{fffd}") ? FileNameText.text(of: name) : label
  }

  /// Reads inputs as records of `check`, with the additional columns in `more`.
  static func inputs(
    where condition: String,
    adding more: StoredColumns = StoredColumns([]) { _ in false },
    parsing: Bool,
    _ db: Database,
    _ body: (_ check: [JSONValue], _ more: [JSONValue]) throws -> Void
  ) throws {
    let leaves = CheckFields.schema.leaves
    let parts = CheckColumns.tables.compactMap { table in
      leaves.firstIndex { $0.path == table.name }.map { ($0, table) }
    }
    let inputLeaf = leaves.firstIndex { $0.path == "input" }
    let groupLeaf = leaves.firstIndex { $0.path == "otherRules" }
    let names = (CheckColumns.all.names + more.names).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT input_id, input, name, \(names) FROM inputs WHERE \(condition) ORDER BY input_id"
    )
    while let row = try rows.next() {
      let row = CheckedRow(row, of: "inputs", key: ["input_id"])
      let id: Int64 = try row.value(0)
      var values = try CheckColumns.all.values(row, from: 3, parsing: parsing)
      if let inputLeaf { values[inputLeaf] = .string(try label(row, from: 1)) }
      for (leaf, table) in parts {
        values[leaf] = try items(of: table, ofInput: id, parsing: parsing, db)
      }
      if !parsing, let groupLeaf { values[groupLeaf] = try otherRules(ofInput: id, db) }
      let first = 3 + CheckColumns.all.names.count
      try body(values, more.values(row, from: first, parsing: parsing))
    }
  }

  /// The groups of rules that passed or were not assessed, which `rules` of a record leaves out.
  private static func otherRules(ofInput input: Int64, _ db: Database) throws -> JSONValue {
    let statement = try db.cachedStatement(
      sql: """
        SELECT rule, state, notAssessed, input_id, position FROM rules
        WHERE input_id = ? AND NOT (\(saysSomething)) ORDER BY position
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [input])
    var groups: [RuleOutcome] = []
    while let row = try rows.next() {
      let row = CheckedRow(row, of: "rules", key: ["input_id", "position"])
      let (rule, word): (String, String) = (try row.value(0), try row.value(1))
      let state = word == RuleResult.State.pass.rawValue ? RuleResult.State.pass : .notAssessed
      RuleOutcome.add(rule, state, try row.optional(2), to: &groups)
    }
    return .array(groups.map(UnlistedRuleFields.schema.json))
  }

  /// The SQL condition for the rules that a record lists.
  private static let saysSomething =
    "state NOT IN ('pass', 'not-assessed') OR remark IS NOT NULL"

  /// The rows of an input. If `parsing` is true, they are an array. If not, they are the JSON text of an array, with
  /// only the rules that a record lists.
  private static func items(
    of table: StoredTable,
    ofInput input: Int64,
    parsing: Bool,
    _ db: Database
  ) throws -> JSONValue {
    let names = table.columns.names.joined(separator: ", ")
    let listed = !parsing && table.name == StoredTable.rules.name ? saysSomething : "TRUE"
    let statement = try db.cachedStatement(
      sql: """
        SELECT input_id, position, \(names) FROM \(table.name)
        WHERE input_id = ? AND (\(listed)) ORDER BY position
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [input])
    var items: [JSONValue] = []
    var bytes = [UInt8(ascii: "[")]
    while let row = try rows.next() {
      let row = CheckedRow(row, of: table.name, key: ["input_id", "position"])
      let values = try table.columns.values(row, from: 2, parsing: parsing)
      if parsing {
        items.append(table.shapes.json(values))
      } else {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        table.shapes.append(values, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return parsing ? .array(items) : .string(String(decoding: bytes, as: UTF8.self))
  }
}
