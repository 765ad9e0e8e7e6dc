import Formats
import FoundationEssentials
import GRDB

/// A table with rows that belong to inputs, and the records that its rows hold.
struct StoredTable: Sendable {
  /// The name of the table.
  let name: String
  /// The column that says which row of an input it is.
  let place: RecordTable.Place
  let shapes: [RecordShape]
  let leaves: [RecordField]
  /// The columns after the input and the place, in the order of the leaves.
  let columns: StoredColumns
  /// The leaf that says the place; nil where the record has none.
  let placeLeaf: Int?
  /// The statement that adds a row.
  let insertion: String
  /// The statement that adds a row to a temporary table, which has the same columns.
  let spilling: String

  static let tags = StoredTable(.tags, by: .index)
  static let streams = StoredTable(.streams, by: .position)
  static let rules = StoredTable(.rules, by: .position)
  static let findings = StoredTable(.findings, by: .position)
  static let pings = StoredTable(.pings, by: .index)
  /// Every table with rows that belong to inputs.
  static let all = [streams, tags, rules, findings, pings]

  /// The table of a declaration.
  init(_ table: RecordTable, by place: RecordTable.Place) {
    name = table.name
    self.place = place
    shapes = table.shapes
    leaves = shapes.flatMap(\.leaves)
    let fields = Set(table.fields.map(\.path))
    columns = StoredColumns(leaves) { fields.contains($0.path) }
    placeLeaf = leaves.firstIndex { $0.path == place.rawValue }
    let names = table.columns.map { "\"\($0.column)\"" }
    let marks = names.map { _ in "?" }
    let what =
      "(\(names.joined(separator: ", "))) VALUES (\(marks.joined(separator: ", ")))"
    insertion = "INSERT INTO \(name) \(what)"
    spilling = "INSERT INTO temp.spilled_\(name) \(what)"
  }

  /// The row of a record, whose values are given; `position` where no leaf says the place.
  func row(_ values: [JSONValue], ofInput input: Int64, position: Int = 0) -> StoredRow {
    let number = placeLeaf.map { FieldKind.stored(values[$0]) } ?? position.databaseValue
    return StoredRow(table: self, values: [input.databaseValue, number] + columns.stored(values))
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

/// The columns of a table that hold the leaves of a record.
struct StoredColumns: Sendable {
  /// All leaves of the record; not each has a column.
  private let leaves: [RecordField]
  /// The places among them of those that have one, in the order of the columns.
  private let places: [Int]
  /// The names of the columns, quoted, as some are words of SQL; or expressions to select instead.
  private(set) var names: [String]

  init(_ leaves: [RecordField], where hasColumn: (RecordField) -> Bool) {
    self.leaves = leaves
    places = leaves.indices.filter { hasColumn(leaves[$0]) }
    names = places.map { "\"\(leaves[$0].column)\"" }
  }

  /// The dotted paths of the leaves.
  var paths: [String] { places.map { leaves[$0].path } }

  /// The columns with the values of some in rows that meet a condition in SQL, and `NULL` in all others.
  func selecting(_ paths: Set<String>, where condition: String) -> StoredColumns {
    var columns = self
    for (index, place) in places.enumerated() where paths.contains(leaves[place].path) {
      columns.names[index] = "CASE WHEN \(condition) THEN \(names[index]) END"
    }
    return columns
  }

  /// What the columns hold of a record.
  func stored(_ values: [JSONValue]) -> [DatabaseValue] {
    places.map { FieldKind.stored(values[$0]) }
  }

  /// The values of a record of which a row has these columns; all other leaves are null.
  func values(
    _ row: CheckedRow,
    from first: Int,
    parsing: Bool
  ) throws(StoredValueError) -> [JSONValue] {
    var values = [JSONValue](repeating: .null, count: leaves.count)
    for (index, place) in places.enumerated() {
      values[place] = try leaves[place].kind.value(row, first + index, parsing: parsing)
    }
    return values
  }
}

extension FieldKind {
  /// The value of the column for a field; a missing field is `null`.
  static func stored(_ value: JSONValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .bool(let flag): flag.databaseValue
    case .integer(let number): number.databaseValue
    case .seconds(let seconds): Decimals.rounded(seconds).databaseValue
    case .string(let text): stored(text)
    case .array, .object: value.text.databaseValue
    }
  }

  /// As bytes where there is a 0 in the text: SQLite would take it for the end.
  static func stored(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The field as a value; an array or object as its text, unless it is parsed.
  func value(
    _ row: CheckedRow,
    _ index: Int,
    parsing: Bool
  ) throws(StoredValueError) -> JSONValue {
    guard !row.isNull(index) else { return .null }
    switch self {
    case .text, .bytes: return .string(try row.value(index))
    case .integer: return JSONValue(try row.value(index) as Int64)
    case .seconds: return JSONValue(seconds: try row.value(index) as Double)
    case .flag: return .bool(try row.value(index))
    case .json, .rows:
      let text: String = try row.value(index)
      guard parsing else { return .string(text) }
      do throws(JSONFault) {
        return try JSONValue(parsing: text.utf8)
      } catch {
        throw row.error(index, expected: "JSON")
      }
    }
  }
}
