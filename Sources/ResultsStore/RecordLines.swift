import Formats
import FoundationEssentials
import GRDB
import Records
import StoredValues

extension ResultsDatabase {
  /// Passes on the records of a kind as JSON Lines, byte for byte as the command of that name prints
  /// them: in the order of the inputs, and of the rows of each.
  /// - Parameters:
  ///   - kind: Which command's.
  ///   - body: Gets line after line, each with its end.
  /// - Throws: `failed`, or what `body` throws.
  package func lines(of kind: RecordKind, _ body: ([UInt8]) throws -> Void) throws {
    try read { db in
      try db.inSavepoint {
        switch kind {
        case .extract: try RecordLines.rows(of: .tags, db, body)
        case .pings: try RecordLines.rows(of: .pings, db, body)
        case .check: try RecordLines.reports(db, body)
        }
        return .commit
      }
    }
  }
}

/// Makes records of rows.
enum RecordLines {
  static func rows(
    of table: StoredTable,
    _ db: Database,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    try objects(of: table, table.columns, db) { (object: ObjectWriter) in try body(object.line()) }
  }

  /// The rows of a table as objects, with some of their fields.
  static func objects<Object: RecordObject>(
    of table: StoredTable,
    _ columns: [StoredColumn],
    _ db: Database,
    _ body: (Object) throws -> Void
  ) throws {
    let place = "\"\(table.place.rawValue)\""
    let names = (["input_id", place] + columns.map(\.quotedName)).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT \(names) FROM \(table.name) ORDER BY input_id, \(place)"
    )
    var (id, label) = (Int64.min, String?.none)
    while let row = try rows.next() {
      let cells = CheckedRow(row, of: table.name, key: ["input_id", table.place.rawValue])
      let input: Int64 = try cells.value(0)
      if input != id { (id, label) = (input, try Self.label(ofInput: input, db)) }
      var object = Object()
      object.append("input", label)
      try object.append("index", .integer, cells, 1)
      try append(columns, of: cells, from: 2, to: &object)
      try body(object)
    }
  }

  private static func label(ofInput id: Int64, _ db: Database) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT input, name, input_id FROM inputs WHERE input_id = ?"
    )
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
    return try label(CheckedRow(row, of: "inputs", key: ["input_id"]), from: 0)
  }

  /// The name of an input in records. Earlier versions wrote all names that are not UTF-8 alike: the bytes of
  /// the name distinguish them.
  private static func label(_ row: CheckedRow, from first: Int) throws -> String {
    let label: String = try row.value(first)
    let name: Data = try row.value(first + 1)
    return label.contains("\u{fffd}") ? FileNameText.text(of: name) : label
  }

  static func reports(_ db: Database, _ body: ([UInt8]) throws -> Void) throws {
    try inputs(where: "verdict IS NOT NULL", adding: [], db) { (object: ObjectWriter) in
      try body(object.line())
    }
  }

  /// Inputs as `check` prints them, then further columns.
  static func inputs<Object: RecordObject>(
    where condition: String,
    adding more: [StoredColumn],
    _ db: Database,
    _ body: (Object) throws -> Void
  ) throws {
    let (head, tail) = (CheckColumns.head, CheckColumns.tail + more)
    let names = (head + tail).map(\.quotedName).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT input_id, input, name, \(names) FROM inputs WHERE \(condition) ORDER BY input_id"
    )
    while let row = try rows.next() {
      let row = CheckedRow(row, of: "inputs", key: ["input_id"])
      let id: Int64 = try row.value(0)
      var object = Object()
      object.append("input", try label(row, from: 1))
      try append(head, of: row, from: 3, to: &object)
      for table in CheckColumns.tables {
        try object.append(table.name, items(of: table, ofInput: id, db))
      }
      try append(tail, of: row, from: 3 + head.count, to: &object)
      try body(object)
    }
  }

  private static func items<Object: RecordObject>(
    of table: StoredTable,
    ofInput input: Int64,
    _ db: Database
  ) throws -> [Object] {
    let names = table.columns.map(\.quotedName).joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        SELECT input_id, position, \(names) FROM \(table.name) WHERE input_id = ? ORDER BY position
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [input])
    var items: [Object] = []
    while let row = try rows.next() {
      let row = CheckedRow(row, of: table.name, key: ["input_id", "position"])
      var object = Object()
      try append(table.columns, of: row, from: 2, to: &object)
      items.append(object)
    }
    return items
  }

  /// Appends columns of a row, those of an inner object as that object.
  private static func append<Object: RecordObject>(
    _ columns: [StoredColumn],
    of row: CheckedRow,
    from first: Int,
    to object: inout Object
  ) throws {
    var index = 0
    while index < columns.count {
      guard let name = columns[index].object else {
        try object.append(columns[index].key, columns[index].kind, row, first + index)
        index += 1
        continue
      }
      var inner = Object()
      let isOptional = columns[index].isInOptionalObject
      var isEmpty = true
      while index < columns.count, columns[index].object == name {
        if !row.isNull(first + index) { isEmpty = false }
        try inner.append(columns[index].key, columns[index].kind, row, first + index)
        index += 1
      }
      if isEmpty, isOptional {
        object.append(name, nil as String?)
      } else {
        object.append(name, inner)
      }
    }
  }
}

/// An object of JSON that is made field by field.
protocol RecordObject {
  init()
  /// Appends what a column holds.
  mutating func append(
    _ key: String,
    _ kind: FieldKind,
    _ row: CheckedRow,
    _ index: Int
  ) throws(StoredValueError)
  /// Appends a text; nil is `null`.
  mutating func append(_ key: String, _ text: String?)
  mutating func append(_ key: String, _ object: Self)
  /// Appends an array of objects.
  mutating func append(_ key: String, _ objects: [Self])
}

struct ObjectValue: RecordObject {
  private var members: [JSONValue.Member] = []

  var json: JSONValue { .object(members) }

  mutating func append(
    _ key: String,
    _ kind: FieldKind,
    _ row: CheckedRow,
    _ index: Int
  ) throws(StoredValueError) {
    members.append(.init(key, try kind.value(row, index)))
  }

  mutating func append(_ key: String, _ text: String?) {
    members.append(.init(key, JSONValue(text)))
  }

  mutating func append(_ key: String, _ object: ObjectValue) {
    members.append(.init(key, object.json))
  }

  mutating func append(_ key: String, _ objects: [ObjectValue]) {
    members.append(.init(key, .array(objects.map(\.json))))
  }
}

struct ObjectWriter: RecordObject {
  private var bytes = [UInt8(ascii: "{")]

  mutating func append(
    _ key: String,
    _ kind: FieldKind,
    _ row: CheckedRow,
    _ index: Int
  ) throws(StoredValueError) {
    begin(key)
    try kind.append(row, index, to: &bytes)
  }

  mutating func append(_ key: String, _ text: String?) {
    begin(key)
    JSONValue(text).append(to: &bytes)
  }

  mutating func append(_ key: String, _ object: ObjectWriter) {
    begin(key)
    bytes += object.bytes
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func append(_ key: String, _ objects: [ObjectWriter]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += object.bytes
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  func line() -> [UInt8] { bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

  private mutating func begin(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONValue.string(key).append(to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}
