import Documents
import Formats
import Records

/// A row of `explain`: a tag or a ping, field by field.
package struct ExplainRow: ResultRow {
  package enum Content: Sendable {
    /// A tag of a stream, or a payload.
    case tag(ExplanationRow)
    /// A ping of a capture.
    case ping(ExplainedPing)
  }

  /// The input as the user named it.
  package let input: String
  /// The place among all rows of the input, from 0.
  package let index: Int
  package let content: Content

  /// A row about a tag.
  package init(_ tag: ExplanationRow) {
    input = tag.input
    index = tag.index
    content = .tag(tag)
  }

  /// A row about a ping.
  package init(input: String, index: Int, _ ping: ExplainedPing) {
    self.input = input
    self.index = index
    content = .ping(ping)
  }

  /// Formats for reading and for programs.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .html]

  /// The columns of the CSV; a tag has no endpoint, a ping no title.
  package static let fields = [
    "input", "index", "time", "title", "url", "endpoint", "product", "type", "place", "sentAt",
    "fields", "findings",
  ]

  /// The table is made of blocks.
  package static let columns: [TableColumn] = []
  /// Nothing: the table is made of blocks.
  package var cells: [TableCell] { [] }

  /// The row as a JSON object.
  package var json: JSONValue {
    switch content {
    case .tag(let row): row.json
    case .ping(let ping):
      ExplainedPingFields.schema.json(ExplainedPingRecord(input: input, index: index, ping: ping))
    }
  }

  /// The row as text.
  package func block(_ style: TableStyle) -> String? {
    switch content {
    case .tag(let row): row.block(style)
    case .ping(let ping): PingText(input: input, index: index, ping, style).text
    }
  }

  /// The page.
  package static func document(of format: OutputFormat) -> (any RowDocument<ExplainRow>)? {
    guard format == .html else { return nil }
    return HTMLRows(opening: ExplainPage.opening, ExplainPage.section)
  }
}
