import Formats
import GRDB
import Records

/// A table with rows that belong to inputs, and the JSON objects that its rows hold.
struct StoredTable: Sendable {
  /// The name of the table.
  let name: String
  /// The column that says which row of an input it is. `index` is also a field of the object.
  let place: RecordTable.Place
  /// The columns after these, in the order of the object's fields.
  let columns: [StoredColumn]
  /// The statement that adds a row.
  let insertion: String
  /// The statement that adds a row to a temporary table, which has the same columns.
  let spilling: String

  /// The table of a declaration.
  init(_ table: RecordTable, by place: RecordTable.Place) {
    name = table.name
    self.place = place
    columns = table.fields.map(StoredColumn.init)
    let names = table.columns.map { "\"\($0.column)\"" }
    let marks = names.map { _ in "?" }
    let what =
      "(\(names.joined(separator: ", "))) VALUES (\(marks.joined(separator: ", ")))"
    insertion = "INSERT INTO \(name) \(what)"
    spilling = "INSERT INTO temp.spilled_\(name) \(what)"
  }

  func row(_ object: JSONValue, ofInput input: Int64, position: Int) -> StoredRow {
    var fields = StoredFields(object)
    let number: DatabaseValue =
      switch place {
      case .index: FieldKind.integer.stored(fields[nil, "index"])
      case .position: position.databaseValue
      }
    let values =
      [input.databaseValue, number]
      + columns.map { column in column.kind.stored(fields[column.object, column.key]) }
    return StoredRow(table: self, values: values)
  }
}

/// A row that is ready to be added: nothing is left to be computed while others wait for the database.
struct StoredRow: Sendable {
  /// About how many bytes it takes in memory.
  let size: Int

  private let table: StoredTable
  private let arguments: StatementArguments

  init(table: StoredTable, values: [DatabaseValue]) {
    self.table = table
    arguments = StatementArguments(values)
    size = values.reduce(0) { size, value in
      switch value.storage {
      case .string(let text): size + 32 + text.utf8.count
      case .blob(let data): size + 32 + data.count
      case .null, .int64, .double: size + 32
      }
    }
  }

  func insert(into db: Database) throws {
    try db.cachedStatement(sql: table.insertion).execute(arguments: arguments)
  }

  func spill(into db: Database) throws {
    try db.cachedStatement(sql: table.spilling).execute(arguments: arguments)
  }
}

/// Finds the fields of an object. They are asked for in their order, so that the next one is mostly the
/// one after the last.
private struct StoredFields {
  private let outer: [JSONValue.Member]
  private var inner: (name: String, members: [JSONValue.Member])?
  private var next = 0

  init(_ object: JSONValue) { outer = Self.members(of: object) }

  subscript(object: String?, key: String) -> JSONValue? {
    mutating get {
      guard let object else { return find(key, in: outer) }
      if let inner, inner.name == object { return find(key, in: inner.members) }
      let members = find(object, in: outer).map(Self.members) ?? []
      inner = (object, members)
      return members.first { $0.key == key }?.value
    }
  }

  private mutating func find(_ key: String, in members: [JSONValue.Member]) -> JSONValue? {
    if next < members.count, members[next].key == key {
      defer { next += 1 }
      return members[next].value
    }
    guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
    next = index + 1
    return members[index].value
  }

  private static func members(of value: JSONValue) -> [JSONValue.Member] {
    if case .object(let members) = value { return members }
    return []
  }
}
