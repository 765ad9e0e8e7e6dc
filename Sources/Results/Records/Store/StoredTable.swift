import Formats
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
