import FoundationEssentials
import GRDB

/// A database row with checked access to its values. The subscripts of GRDB's `Row` crash if a column contains a value
/// of another type.
package struct CheckedRow {
  private let row: Row
  private let table: String
  private let key: [String]
  private let first: Int

  /// The largest valid value of a column with a count. A sum of thousands of these values does not overflow.
  private static let mostCount = 1 << 40

  /// Wraps a row.
  /// - Parameters:
  ///   - row: The row as it was fetched.
  ///   - table: The name of the table in messages.
  ///   - key: The columns of `row` that identify it in messages.
  ///   - first: The column of `row` that has index 0 here.
  package init(_ row: Row, of table: String, key: [String] = [], from first: Int = 0) {
    (self.row, self.table, self.key, self.first) = (row, table, key, first)
  }

  /// The value of a column that must not be `NULL`.
  package func value<Value: DatabaseValueConvertible>(
    _ index: Int
  ) throws(StoredValueError) -> Value {
    guard let value = Value.fromDatabaseValue(stored(index)) else {
      throw error(index, expected: Self.name(of: Value.self))
    }
    return value
  }

  /// The value of a column, or nil if it is `NULL`.
  package func optional<Value: DatabaseValueConvertible>(
    _ index: Int
  ) throws(StoredValueError) -> Value? {
    guard !isNull(index) else { return nil }
    // The type must be explicit, because an `Optional` is a type of database values too.
    let value: Value = try value(index)
    return value
  }

  /// The value of a column with a count. Sums of such values do not overflow. `NULL` counts as 0.
  package func count(_ index: Int) throws(StoredValueError) -> Int {
    guard !isNull(index) else { return 0 }
    let count: Int = try value(index)
    guard (0...Self.mostCount).contains(count) else { throw error(index, expected: "a count") }
    return count
  }

  /// The value of a column with an identifier. Throws if it is so large that later rows could not have greater
  /// identifiers.
  package func identifier(_ index: Int) throws(StoredValueError) -> Int64 {
    let number: Int64 = try value(index)
    guard number < Int64.max - Int64(Self.mostCount) else {
      throw error(index, expected: "an identifier below the maximum")
    }
    return number
  }

  /// Whether the column is `NULL`. This does not copy the value.
  package func isNull(_ index: Int) -> Bool { row.hasNull(atIndex: first + index) }

  package func stored(_ index: Int) -> DatabaseValue { row[first + index] }

  /// The error for a column whose value has the wrong type or range.
  package func error(_ index: Int, expected: String) -> StoredValueError {
    let names = Array(row.columnNames)
    let index = first + index
    return StoredValueError(
      table: table,
      row: key.compactMap { name in
        row[name].map { "\(name) \(Self.text(of: $0.databaseValue))" }
      }.joined(separator: ", "),
      column: names.indices.contains(index) ? names[index] : "\(index)",
      expected: expected,
      found: Self.words(for: stored(index - first))
    )
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Data.Type: "bytes"
    case is Double.Type: "a number"
    case is Bool.Type: "0 or 1"
    default: "an integer"
    }
  }

  private static func words(for value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "NULL"
    case .int64(let number): "the integer \(number)"
    case .double(let number): "the number \(number)"
    case .string: "text"
    case .blob(let data): "\(data.count) bytes"
    }
  }

  private static func text(of value: DatabaseValue) -> String {
    if case .int64(let number) = value.storage { return "\(number)" }
    return words(for: value)
  }
}
