import Formats
import GRDB

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
