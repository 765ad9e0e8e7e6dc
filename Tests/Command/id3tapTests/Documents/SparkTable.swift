import Formats
import Records

/// A table that the job for Apache Spark writes. Rows from several machines have no common numbers, so the first column
/// is the name of the input.
struct SparkTable {
  var name: String
  /// The command whose records fill the table. Nil if the job itself fills the table.
  var command: String?
  /// The array in the record that contains the rows. Nil if the record itself is the row.
  var array: String?
  var columns: [RecordField]

  static let all = [
    SparkTable(.tags, "extract"),
    SparkTable(
      name: "inputs",
      command: "check",
      columns: CheckFields.schema.leaves.filter { $0.kind != .rows }
    ),
    SparkTable(.streams, "check", array: "streams"),
    SparkTable(.rules, "check", array: "rules"),
    SparkTable(.findings, "check", array: "findings"),
    SparkTable(.pings, "pings"),
    quarantine,
    work,
  ]

  private static let input = RecordField("input", .text, "the input as the user named it")

  /// Inputs that could not be read completely.
  private static let quarantine = SparkTable(
    name: "quarantine",
    columns: [
      input,
      RecordField("command", .text, "the command that could not read the input completely"),
      RecordField(
        "reason",
        .text,
        "`unreadable`, `timed-out`, `crashed`, `failed` or `refused`"
      ),
      RecordField("attempts", .integer, "the number of attempts"),
      RecordField("message", .text, "the end of standard error"),
    ]
  )

  /// One row for each input.
  private static let work = SparkTable(
    name: "work",
    columns: [
      input,
      RecordField("state", .text, "`done`, or the reason in `quarantine`"),
      RecordField("seconds", .seconds, "the time that one core spent on the input"),
    ]
  )

  /// All tables as JSON, with one line for each column.
  static var schema: String {
    "{\"tables\":[\n" + all.map(\.json).joined(separator: ",\n") + "\n]}\n"
  }

  private var json: String {
    let head: [JSONValue.Member] = [
      .init("name", .string(name)),
      .init("command", JSONValue(command)),
      .init("array", JSONValue(array)),
    ]
    let lines = columns.map { column in
      let members: [JSONValue.Member] = [
        .init("field", .string(column.path)),
        .init("type", .string(column.kind.rawValue)),
        .init("meaning", .string(column.meaning)),
      ]
      return "    \(JSONValue.object(members).text)"
    }
    let opening = JSONValue.object(head).text.dropLast()
    return "  \(opening),\"columns\":[\n\(lines.joined(separator: ",\n"))\n  ]}"
  }
}

extension SparkTable {
  /// A table of the database, with the name of the input instead of its number.
  private init(_ table: RecordTable, _ command: String, array: String? = nil) {
    name = table.name
    self.command = command
    self.array = array
    columns = [Self.input] + table.columns.dropFirst()
  }
}
