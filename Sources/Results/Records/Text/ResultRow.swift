import Formats

/// A row of results, in every format.
package protocol ResultRow: Sendable {
  /// The formats that make sense for such rows.
  static var formats: [OutputFormat] { get }
  static var columns: [TableColumn] { get }
  /// The columns of the CSV: dotted paths of members. In the header the dots become underscores.
  static var fields: [String] { get }

  /// The input that the row belongs to, as the user named it.
  var input: String { get }
  /// The cells of the table, one per column.
  var cells: [TableCell] { get }
  /// A line above the row in the table; nil for none.
  var lineAbove: TableCell? { get }
  /// The row as a JSON object. Its keys are a contract: they can be added, never renamed.
  var json: JSONValue { get }
  /// The values of the CSV, one for each of `fields`.
  var values: [JSONValue] { get }
  /// Appends the row as a JSON object.
  func appendJSON(to bytes: inout [UInt8])
  /// The URL of the row; nil for rows that have none.
  var url: String? { get }
  /// A block in place of the line of the table; nil for the line.
  func block(_ style: TableStyle) -> String?
  /// Whether an empty line parts its block from the one above.
  func isSpaced(_ style: TableStyle) -> Bool

  /// Makes a document of this format: JUnit, SARIF or a page.
  static func document(of format: OutputFormat) -> (any RowDocument<Self>)?
}

extension ResultRow {
  /// The members of the object, unless the row knows its values.
  package var values: [JSONValue] {
    let json = json
    return Self.fields.map { json[path: $0] ?? .null }
  }
  package func appendJSON(to bytes: inout [UInt8]) { json.append(to: &bytes) }
  /// Rows have no URL unless they say so.
  package var url: String? { nil }
  /// Rows have no line above them unless they say so.
  package var lineAbove: TableCell? { nil }
  /// Rows are lines unless they say so.
  package func block(_ style: TableStyle) -> String? { nil }
  /// Blocks have blank lines between them unless they say otherwise.
  package func isSpaced(_ style: TableStyle) -> Bool { true }
  /// Rows have no documents unless they say so.
  package static func document(of format: OutputFormat) -> (any RowDocument<Self>)? { nil }
}

/// A document that is more than its rows one after the other: it has a head, totals before them, or what they
/// share after them.
package protocol RowDocument<Row>: Sendable {
  associatedtype Row

  /// Takes a row, and writes what can be written already.
  mutating func append(_ row: Row, to bytes: inout [UInt8])
  /// Writes the rest.
  mutating func finish(to bytes: inout [UInt8])
}
