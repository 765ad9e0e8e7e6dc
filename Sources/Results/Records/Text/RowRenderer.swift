import Formats
import System

/// Turns rows into the bytes of a format, one row at a time: nothing is kept, so memory does not grow
/// with the number of rows.
package struct RowRenderer<Row: ResultRow>: Sendable {
  package let format: OutputFormat

  private var table: TableRenderer<Row>
  private var document: (any RowDocument<Row>)?
  private var isStarted = false

  /// Makes a renderer. `style` is for tables.
  package init(format: OutputFormat, style: TableStyle = TableStyle()) {
    self.format = format
    table = TableRenderer(style: style)
    document = Row.document(of: format)
  }

  /// Appends a row, and before the first row what the format starts with.
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

  /// Appends lines that belong to no row; only the table format has them.
  package mutating func append(note: (TableStyle) -> String, to bytes: inout [UInt8]) {
    guard format == .table else { return }
    table.append(note: note(table.style), to: &bytes)
  }

  /// Appends what the format ends with. Without any row the result is still valid: an empty array,
  /// a header line.
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

/// Writes rows in a format to a destination.
package final class RowWriter<Row: ResultRow> {
  private var renderer: RowRenderer<Row>
  private let destination: OutputDestination
  private let isPrompt: Bool
  private var hasRows = false

  /// Makes a writer.
  ///
  /// `isPrompt` makes every row appear at once, for live inputs; a terminal always gets its rows at
  /// once. Otherwise they are written in large pieces.
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

  /// Writes lines that belong to no row; only the table format has them.
  package func write(note: (TableStyle) -> String) throws(OutputError) {
    guard hasRows else { return }
    try destination.append { renderer.append(note: note, to: &$0) }
  }

  /// Writes the end of the format and gives a file its name. With `replacingFile` false, an old file of that
  /// name stays if there are no rows to replace it.
  package func finish(replacingFile: Bool = true) throws(OutputError) {
    try destination.append { renderer.finish(to: &$0) }
    if replacingFile || hasRows { try destination.commit() } else { try destination.flush() }
  }
}

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

/// The forms in which rows can be written.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns for reading.
  case table
  /// One JSON array.
  case json
  /// JSON Lines: one JSON object a line.
  case jsonl
  /// Comma-separated values with a header line (RFC 4180).
  case csv
  /// One URL a line, for rows that have one.
  case url
  /// JUnit XML, for servers that build and test.
  case junit
  /// SARIF 2.1.0, for viewers of findings.
  case sarif
  /// A page for a browser, complete in one file.
  case html
}
