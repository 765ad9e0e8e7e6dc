import FoundationEssentials
import GRDB

/// A row of which every value is checked. The subscripts of `Row` end the process where a column holds
/// a value of another type.
package struct CheckedRow {
  private let row: Row
  private let table: String
  private let key: [String]
  private let first: Int

  /// The most that a column with a count may hold. Sums of thousands of such counts do not overflow.
  private static let mostCount = 1 << 40

  /// - Parameters:
  ///   - row: The row as it was fetched.
  ///   - table: The table that messages name.
  ///   - key: The columns of `row` that identify it in messages.
  ///   - first: The column of `row` that has index 0 here.
  package init(_ row: Row, of table: String, key: [String] = [], from first: Int = 0) {
    self.row = row
    self.table = table
    self.key = key
    self.first = first
  }

  /// A value that must be there.
  package func value<Value: DatabaseValueConvertible>(
    _ index: Int
  ) throws(StoredValueError) -> Value {
    guard let value = Value.fromDatabaseValue(stored(index)) else {
      throw error(index, expected: Self.name(of: Value.self))
    }
    return value
  }

  /// A value, or nil for `NULL`.
  package func optional<Value: DatabaseValueConvertible>(
    _ index: Int
  ) throws(StoredValueError) -> Value? {
    guard !isNull(index) else { return nil }
    // Not the optional, which is a type of values too.
    let value: Value = try value(index)
    return value
  }

  /// A number of things, which can be added to others. `NULL` counts as 0.
  package func count(_ index: Int) throws(StoredValueError) -> Int {
    guard !isNull(index) else { return 0 }
    let count: Int = try value(index)
    guard (0...Self.mostCount).contains(count) else { throw error(index, expected: "a count") }
    return count
  }

  /// An identifier to which 1 can be added.
  package func identifier(_ index: Int) throws(StoredValueError) -> Int64 {
    let number: Int64 = try value(index)
    guard number < Int64.max - Int64(Self.mostCount) else {
      throw error(index, expected: "an identifier that others can follow")
    }
    return number
  }

  /// Whether the column holds nothing. A text is not copied for it.
  package func isNull(_ index: Int) -> Bool { row.hasNull(atIndex: first + index) }

  /// The value of the column, of any type.
  package func stored(_ index: Int) -> DatabaseValue { row[first + index] }

  /// The error for a column that does not hold what is `expected`.
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
