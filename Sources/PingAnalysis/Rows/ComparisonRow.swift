import Documents
import Formats
import Records

/// A row of `compare`: all that a comparison gave.
package struct ComparisonRow: RecordRow {
  /// The name of the expected capture, as the user wrote it.
  package let expected: String
  /// The name of the actual capture, as the user wrote it.
  package let actual: String
  /// The result.
  package let report: ComparisonReport

  package init(expected: String, actual: String, _ report: ComparisonReport) {
    self.expected = expected
    self.actual = actual
    self.report = report
  }

  /// As for `check`.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif, .html]

  package typealias Fields = ComparisonFields

  /// The table is made of blocks.
  package static let columns: [TableColumn] = []
  /// Nothing: the table is made of blocks.
  package var cells: [TableCell] { [] }
  package var input: String { actual }
}
