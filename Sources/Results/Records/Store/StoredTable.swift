import Formats
import FoundationEssentials
import GRDB

/// A table whose rows belong to inputs, with the record that each row contains.
struct StoredTable: Sendable {
  let name: String
  /// The column with the number of a row in its input.
  let place: RecordTable.Place
  let shapes: [RecordShape]
  let leaves: [RecordField]
  /// The columns after the input and the number of the row, in the order of the leaves.
  let columns: StoredColumns
  /// The index of the leaf with the number of the row. Nil if the record does not contain it.
  let placeLeaf: Int?
  let insertion: String
  /// The SQL that inserts a row into the temporary table with the same columns.
  let spilling: String

  static let tags = StoredTable(.tags)
  static let streams = StoredTable(.streams)
  static let rules = StoredTable(.rules)
  static let findings = StoredTable(.findings)
  static let pings = StoredTable(.pings)
  static let all = [streams, tags, rules, findings, pings]

  init(_ table: RecordTable) {
    let place = table.place ?? .position
    (name, self.place) = (table.name, place)
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

  /// Makes a row from the values of a record. `position` is the row's number if the record does not contain a number.
  func row(_ values: [JSONValue], ofInput input: Int64, position: Int = 0) -> StoredRow {
    let number = placeLeaf.map { FieldKind.stored(values[$0]) } ?? position.databaseValue
    return StoredRow(table: self, values: [input.databaseValue, number] + columns.stored(values))
  }
}

/// A row that is ready to be inserted, so that nothing is computed while other processes wait for the database.
struct StoredRow: Sendable {
  /// The approximate size of the row in memory, in bytes.
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

/// The columns of a table that contain leaves of a record.
struct StoredColumns: Sendable {
  /// All leaves of the record, including those without a column.
  private let leaves: [RecordField]
  /// The indexes of the leaves that have a column, in the order of the columns.
  private let places: [Int]
  /// The quoted names of the columns, or SQL expressions to select instead of them.
  private(set) var names: [String]

  init(_ leaves: [RecordField], where hasColumn: (RecordField) -> Bool) {
    self.leaves = leaves
    places = leaves.indices.filter { hasColumn(leaves[$0]) }
    names = places.map { "\"\(leaves[$0].column)\"" }
  }

  /// The dotted paths of the leaves that have a column.
  var paths: [String] { places.map { leaves[$0].path } }

  /// The same columns, except that the columns of `paths` are selected as `NULL` in rows that do not meet the SQL
  /// condition.
  func selecting(_ paths: Set<String>, where condition: String) -> StoredColumns {
    var columns = self
    for (index, place) in places.enumerated() where paths.contains(leaves[place].path) {
      columns.names[index] = "CASE WHEN \(condition) THEN \(names[index]) END"
    }
    return columns
  }

  func stored(_ values: [JSONValue]) -> [DatabaseValue] {
    places.map { FieldKind.stored(values[$0]) }
  }

  /// The values of a record, read from a row with these columns. Leaves without a column are null.
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
  /// Converts the value of a field to the value of a column; null becomes `NULL`.
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

  /// Converts a string to the value of a column. A string with NUL is stored as bytes, because SQLite would cut text at
  /// the NUL.
  static func stored(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The value of a field, read from its column. Arrays and objects remain text unless `parsing` is true.
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
