import Documents
import Formats
import Rehearsal

/// A row of `rehearse`: one item. JSON, tables and pages are made of the whole report.
struct RehearsedItemRow: ResultRow {
  /// The capture as the user named it.
  let input: String
  let entry: RehearsalEntry

  static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .html]

  /// The columns of the CSV.
  static let fields = [
    "input", "id", "group", "title", "status", "evidence", "evidenceTimes", "evidenceCount",
    "expected", "seen", "remedy", "record", "source", "basis",
  ]

  static let columns: [TableColumn] = []
  var cells: [TableCell] { [] }

  /// The row as a JSON object.
  var json: JSONValue { .object([.init("input", .string(input))] + entry.members) }
}
