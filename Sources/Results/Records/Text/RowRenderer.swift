import Formats
import System

/// Turns rows into the bytes of a format, one row at a time, so that memory does not grow with the number of rows.
package struct RowRenderer<Row: ResultRow>: Sendable {
  package let format: OutputFormat

  private var table: TableRenderer<Row>
  private var document: (any RowDocument<Row>)?
  private var isStarted = false

  package init(format: OutputFormat, style: TableStyle = TableStyle()) {
    self.format = format
    table = TableRenderer(style: style)
    document = Row.document(of: format)
  }

  /// Appends a row, preceded by the beginning of the format if it is the first row.
  package mutating func append(_ row: Row, to bytes: inout [UInt8]) {
    if document != nil {
      document?.append(row, to: &bytes)
      return
    }
    let isFirst = !isStarted
    start(&bytes)
    switch format {
    case .table:
      table.append(row, to: &bytes)
    case .json:
      bytes += (isFirst ? "\n" : ",\n").utf8
      row.appendJSON(to: &bytes)
    case .jsonl:
      row.appendJSON(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    case .csv:
      CSV.append(row.values.map(CSV.text), to: &bytes)
    case .url:
      guard let url = row.url else { return }
      bytes += PrintableText.escaping(url).utf8
      bytes.append(UInt8(ascii: "\n"))
    case .junit, .sarif, .html: break
    }
  }

  /// Appends lines that do not belong to a row. Formats other than the table ignore them.
  package mutating func append(note: (TableStyle) -> String, to bytes: inout [UInt8]) {
    guard format == .table else { return }
    table.append(note: note(table.style), to: &bytes)
  }

  /// Appends the end of the format. The result is valid even without rows: an empty array, or a header line.
  package mutating func finish(to bytes: inout [UInt8]) {
    if document != nil {
      document?.finish(to: &bytes)
      return
    }
    let isEmpty = !isStarted
    start(&bytes)
    if format == .json { bytes += (isEmpty ? "]\n" : "\n]\n").utf8 }
  }

  private mutating func start(_ bytes: inout [UInt8]) {
    guard !isStarted else { return }
    isStarted = true
    switch format {
    case .json: bytes.append(UInt8(ascii: "["))
    case .csv:
      CSV.append(Row.fields.map { $0.replacing(".", with: "_") }, to: &bytes)
    case .table, .jsonl, .url, .junit, .sarif, .html: break
    }
  }
}

package final class RowWriter<Row: ResultRow> {
  private var renderer: RowRenderer<Row>
  private let destination: OutputDestination
  private let isPrompt: Bool
  private var hasRows = false

  /// Each row is written immediately if `isPrompt` is true, as for live inputs, or if the destination is a terminal. If
  /// not, rows are written in large blocks.
  package init(
    format: OutputFormat,
    style: TableStyle,
    destination: OutputDestination,
    isPrompt: Bool
  ) {
    renderer = RowRenderer(format: format, style: style)
    self.destination = destination
    self.isPrompt = isPrompt || destination.isTerminal
  }

  package func write(_ row: Row) throws(OutputError) {
    hasRows = true
    try destination.append { renderer.append(row, to: &$0) }
    if isPrompt { try destination.flush() }
  }

  /// Writes lines that do not belong to a row, if rows were written before. Formats other than the table ignore them.
  package func write(note: (TableStyle) -> String) throws(OutputError) {
    guard hasRows else { return }
    try destination.append { renderer.append(note: note, to: &$0) }
  }

  /// Writes the end of the format and gives the output file its final name. If `replacingFile` is false and there are
  /// no rows, an existing file of that name is kept.
  package func finish(replacingFile: Bool = true) throws(OutputError) {
    try destination.append { renderer.finish(to: &$0) }
    if replacingFile || hasRows { try destination.commit() } else { try destination.flush() }
  }
}

/// A row of results that can be written in several formats.
package protocol ResultRow: Sendable {
  static var formats: [OutputFormat] { get }
  /// The columns of the table. Empty for rows that are blocks of text.
  static var columns: [TableColumn] { get }
  /// The columns of CSV as dotted paths of JSON members. The header has `_` for each dot.
  static var fields: [String] { get }

  /// The input to which the row belongs, as the user named it.
  var input: String { get }
  /// The cells of the table, one for each column.
  var cells: [TableCell] { get }
  var lineAbove: TableCell? { get }
  /// The row as a JSON object. Keys may be added to it, but never renamed.
  var json: JSONValue { get }
  /// The values of CSV, one for each field in `fields`.
  var values: [JSONValue] { get }
  func appendJSON(to bytes: inout [UInt8])
  var url: String? { get }
  /// The text that represents the row in a table, instead of a line with cells. Nil means a line with cells.
  func block(_ style: TableStyle) -> String?
  /// Whether a blank line separates the block of this row from the block above.
  func isSpaced(_ style: TableStyle) -> Bool

  /// Makes the document for JUnit, SARIF or HTML. Nil if the rows have no such document, and for any other format.
  static func document(of format: OutputFormat) -> (any RowDocument<Self>)?
}

extension ResultRow {
  package static var columns: [TableColumn] { [] }
  package var cells: [TableCell] { [] }
  package var values: [JSONValue] {
    let json = json
    return Self.fields.map { json[path: $0] ?? .null }
  }
  package func appendJSON(to bytes: inout [UInt8]) { json.append(to: &bytes) }
  package var url: String? { nil }
  package var lineAbove: TableCell? { nil }
  package func block(_ style: TableStyle) -> String? { nil }
  package func isSpaced(_ style: TableStyle) -> Bool { true }
  package static func document(of format: OutputFormat) -> (any RowDocument<Self>)? { nil }
}

/// A document that is not a plain sequence of rows: it has a head, totals before the rows, or content for all rows
/// after them.
package protocol RowDocument<Row>: Sendable {
  associatedtype Row

  /// Adds a row, and writes all parts of the document that are complete.
  mutating func append(_ row: Row, to bytes: inout [UInt8])
  mutating func finish(to bytes: inout [UInt8])
}

package enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns or blocks of text, for people.
  case table
  /// One JSON array.
  case json
  /// JSON Lines: one JSON object on each line.
  case jsonl
  /// Comma-separated values with a header line (RFC 4180).
  case csv
  /// One URL on each line, for rows that have a URL.
  case url
  /// JUnit XML, for CI servers.
  case junit
  /// SARIF 2.1.0, for viewers of findings.
  case sarif
  /// An HTML page in a single file.
  case html
}
