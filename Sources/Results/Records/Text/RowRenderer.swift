import Formats

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
