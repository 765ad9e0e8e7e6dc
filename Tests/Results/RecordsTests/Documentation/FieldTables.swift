import PingAnalysis
import Records
import Reports

/// The tables of fields in the documents: each is between two marks in a page with other text.
enum FieldTables {
  /// The tables that a page can have, by the name in the first mark: the tables of the results database,
  /// the objects in its JSON columns, and the JSON Lines of a command.
  static let all: [String: [RecordField]] = {
    databaseTables.merging(records) { database, _ in database }
  }()

  /// Those that `Documentation/Records.md` must have.
  static let records: [String: [RecordField]] = [
    "extract": TimedTagFields.schema.documented,
    "extract --markers": MarkerRowFields.schema.documented,
    "check": CheckFields.schema.documented,
    "lines of pings": PingFields.schema.documented,
    "explained tags": ExplanationFields.schema.documented,
    "explained pings": ExplainedPingFields.schema.documented,
    "trace": TraceFields.schema.documented,
    "compare": ComparisonFields.schema.documented,
  ]

  /// Those that `Documentation/Database.md` must have.
  static let databaseTables: [String: [RecordField]] = {
    var tables: [String: [RecordField]] = [:]
    for table in RecordTable.all { tables[table.name] = table.columns.map(\.asColumn) }
    tables["timelines"] = TimelineFields.schema.leaves
    tables["segments"] = SegmentFields.schema.leaves
    tables["markers"] = MarkerFields.schema.leaves
    return tables
  }()

  /// Why a page cannot be updated.
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

  /// A page with today's tables.
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

extension RecordField {
  /// The field under the name that SQL has for it; `index` is a word of SQL.
  fileprivate var asColumn: RecordField {
    var field = self
    field.path = column == "index" ? "\"index\"" : column
    return field
  }
}
