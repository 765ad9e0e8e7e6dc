import Collector
import LiveWatch
import Records
import Reports

/// The tables of fields in the documents. Each table is between two marks in a page, and has one row for each field.
enum FieldTables {
  /// The tables that a page can have, keyed by the name in the first mark: the columns of the results database that are
  /// not in records, and the fields of records.
  static let all: [String: [RecordField]] = {
    databaseTables.merging(records) { database, _ in database }
  }()

  /// The tables that `Documentation/Records.md` must have.
  static let records: [String: [RecordField]] = [
    "extract": TimedTagFields.schema.documented,
    "extract --markers": MarkerRowFields.schema.documented,
    // Each object in `markers` has the fields of `extract --markers`.
    "check": CheckFields.schema.documented.filter { !$0.path.hasPrefix("markers[].") },
    "lines of pings": PingFields.schema.documented,
    "lines of /export.jsonl": CollectedPingFields.schema.documented.filter { field in
      !PingFields.schema.paths.contains(field.path)
    },
    "explained tags": ExplanationFields.schema.documented,
    "explained pings": ExplainedPingFields.schema.documented,
    "trace": TraceFields.schema.documented,
    "compare": ComparisonFields.schema.documented,
    "rehearse": RehearsedItemFields.schema.documented,
    "watch": WatchEventFields.schema.documented,
  ]

  /// The tables that `Documentation/Database.md` must have. All other columns are fields of records.
  static let databaseTables: [String: [RecordField]] = {
    let fields = Set(CheckFields.schema.paths).subtracting(["input"])
    return [
      "inputs": RecordTable.inputs.columns.filter { !fields.contains($0.path) },
      "runs": RecordTable.runs.columns,
    ]
  }()

  /// The reason why a page cannot be updated.
  enum Problem: Error, Equatable, CustomStringConvertible {
    case unknownTable(String)
    case missingEnd(String)

    var description: String {
      switch self {
      case .unknownTable(let name):
        "no fields of \(name): name one of \(all.keys.sorted().joined(separator: ", "))"
      case .missingEnd(let name): "the fields of \(name) have no end: add the line '\(end)'"
      }
    }
  }

  private static let opening = "<!-- The fields of "
  private static let closing = ", written by `make golden`. -->"
  private static let end = "<!-- The end of the fields. -->"

  /// The line before a table.
  static func mark(of name: String) -> String { opening + name + closing }

  /// A page with the current tables.
  static func updating(_ page: String) throws(Problem) -> String {
    var lines: [String] = []
    var rest = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    while let line = rest.popFirst() {
      lines.append(line)
      guard line.hasPrefix(opening), line.hasSuffix(closing) else { continue }
      let name = String(line.dropFirst(opening.count).dropLast(closing.count))
      guard let fields = all[name] else { throw .unknownTable(name) }
      guard let last = rest.firstIndex(of: end) else { throw .missingEnd(name) }
      lines += table(of: fields)
      rest = rest[last...]
    }
    return lines.joined(separator: "\n")
  }

  private static func table(of fields: [RecordField]) -> [String] {
    let rows = fields.map { "| `\($0.path)` | \(word(for: $0.kind)) | \($0.meaning) |" }
    return ["", "| name | type | meaning |", "|---|---|---|"] + rows + [""]
  }

  private static func word(for kind: FieldKind) -> String {
    switch kind {
    case .text: "text"
    case .integer: "integer"
    case .seconds: "seconds"
    case .flag: "true or false"
    case .json, .rows: "JSON"
    case .bytes: "bytes"
    }
  }
}
