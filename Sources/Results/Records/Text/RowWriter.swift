import System

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
