import GRDB

extension ResultsDatabase {
  /// Hands over the records of a kind as JSON Lines, byte for byte as the command of that name prints
  /// them: in the order of the inputs, and of the rows of each.
  /// - Parameters:
  ///   - kind: Which command's.
  ///   - body: Gets line after line, each with its end.
  /// - Throws: `failed`, or what `body` throws.
  public func lines(of kind: RecordKind, _ body: ([UInt8]) throws -> Void) throws {
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
  /// The objects inside of records that are `null` when they have no field.
  private static let optionalObjects: Set<String> = ["nielsen", "emsg"]

  static func rows(
    of table: StoredTable,
    _ db: Database,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    let names = table.columns.map { "rows.\($0.quotedName)" }.joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT inputs.input, rows."\(table.place.rawValue)", \(names)
        FROM \(table.name) AS rows JOIN inputs USING (input_id)
        ORDER BY rows.input_id, rows."\(table.place.rawValue)"
        """
    )
    while let row = try rows.next() {
      var object = ObjectWriter()
      object.append("input", .text, row[0])
      object.append("index", .integer, row[1])
      append(table.columns, of: row, from: 2, to: &object)
      try body(object.line())
    }
  }

  static func reports(_ db: Database, _ body: ([UInt8]) throws -> Void) throws {
    let (head, tail) = (CheckColumns.head, CheckColumns.tail)
    let names = (head + tail).map(\.quotedName).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db,
      sql:
        "SELECT input_id, input, \(names) FROM inputs WHERE verdict IS NOT NULL ORDER BY input_id"
    )
    while let row = try rows.next() {
      var object = ObjectWriter()
      object.append("input", .text, row[1])
      append(head, of: row, from: 2, to: &object)
      for table in CheckColumns.tables {
        try object.appendArray(table.name, items(of: table, ofInput: row[0], db))
      }
      append(tail, of: row, from: 2 + head.count, to: &object)
      try body(object.line())
    }
  }

  private static func items(
    of table: StoredTable,
    ofInput input: Int64,
    _ db: Database
  ) throws -> [[UInt8]] {
    let names = table.columns.map(\.quotedName).joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: "SELECT \(names) FROM \(table.name) WHERE input_id = ? ORDER BY position"
    )
    let rows = try Row.fetchCursor(statement, arguments: [input])
    var items: [[UInt8]] = []
    while let row = try rows.next() {
      var object = ObjectWriter()
      append(table.columns, of: row, from: 0, to: &object)
      items.append(object.object())
    }
    return items
  }

  /// Appends columns of a row, those of an inner object as that object.
  private static func append(
    _ columns: [StoredColumn],
    of row: Row,
    from first: Int,
    to object: inout ObjectWriter
  ) {
    var index = 0
    while index < columns.count {
      guard let name = columns[index].object else {
        object.append(columns[index].key, columns[index].kind, row[first + index])
        index += 1
        continue
      }
      var inner = ObjectWriter()
      var isEmpty = true
      while index < columns.count, columns[index].object == name {
        let value: DatabaseValue = row[first + index]
        if !value.isNull { isEmpty = false }
        inner.append(columns[index].key, columns[index].kind, value)
        index += 1
      }
      if isEmpty, optionalObjects.contains(name) {
        object.append(name, .text, .null)
      } else {
        object.append(name, rendered: inner.object())
      }
    }
  }
}

/// Writes an object of JSON, field by field.
private struct ObjectWriter {
  private var bytes = [UInt8(ascii: "{")]

  mutating func append(_ key: String, _ kind: StoredColumn.Kind, _ value: DatabaseValue) {
    begin(key)
    kind.append(value, to: &bytes)
  }

  mutating func append(_ key: String, rendered: [UInt8]) {
    begin(key)
    bytes += rendered
  }

  mutating func appendArray(_ key: String, _ items: [[UInt8]]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    bytes += items.joined(separator: [UInt8(ascii: ",")])
    bytes.append(UInt8(ascii: "]"))
  }

  func object() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

  func line() -> [UInt8] { bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

  private mutating func begin(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONValue.string(key).append(to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}
