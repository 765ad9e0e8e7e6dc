/// A column of a database that holds something else than it should.
///
/// SQLite stores any value in any column of a plain table, and a file can come from anywhere.
package struct StoredValueError: Error, Sendable, Equatable, CustomStringConvertible {
  package let table: String
  /// The columns that identify the row and their values: `request_id 7`. Empty for a group of rows.
  package let row: String
  package let column: String
  /// The expected type of the column: `bytes`.
  package let expected: String
  /// The type that was found: `an integer`.
  package let found: String

  /// The remedy, for the database of `name`.
  package static func remedy(_ name: String) -> String {
    "restore the file, correct the value with 'sqlite3', or use another \(name)"
  }

  /// `table requests, request_id 7, column body holds an integer, not bytes`.
  package var description: String {
    let place = ["table \(table)", row, "column \(column)"].filter { !$0.isEmpty }
    return "\(place.joined(separator: ", ")) holds \(found), not \(expected)"
  }
}
