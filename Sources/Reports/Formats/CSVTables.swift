import Results

/// Writes records as CSV, a file for each table, as they come: `inputs.csv`, `streams.csv`, `tags.csv`,
/// `rules.csv`, `findings.csv` and `pings.csv`. Names are those of the results database.
public final class CSVTables: RecordConsumer {
  /// A table: its name, and its columns as dotted paths.
  struct Table {
    var name: String
    var fields: [String]

    var file: String { name + ".csv" }
  }

  static let inputs = Table(
    name: "inputs",
    fields: CheckRow.fields.filter { field in !parts.contains { $0.name == field } }
  )
  static let tags = Table(name: "tags", fields: ExtractRow.fields)
  static let pings = Table(name: "pings", fields: PingRow.fields)
  /// What records of `check` have many of.
  static let parts = [
    Table(
      name: "streams",
      fields: [
        "input", "program", "pid", "rendition", "tags", "data", "info", "carriage", "verdict",
      ]
    ),
    Table(
      name: "rules",
      fields: ["input", "rule", "state", "found", "minimum", "maximum", "notAssessed"]
    ),
    Table(
      name: "findings",
      fields: [
        "input", "rule", "severity", "time", "wallClock", "rendition", "segment", "offset",
        "program", "pid", "message", "remedy", "count", "lastTime",
      ]
    ),
  ]

  private let folder: OutputFolder
  private let tables = [CSVTables.inputs, tags, pings] + parts

  /// Makes the files, with their header lines.
  public init(folder: OutputFolder) throws(OutputError) {
    self.folder = folder
    for table in tables {
      var bytes: [UInt8] = []
      CSV.append(table.fields.map { $0.replacing(".", with: "_") }, to: &bytes)
      try folder.append(bytes, to: table.file)
    }
  }

  /// Writes the rows of a record.
  public func take(_ record: ReportRecord) throws {
    switch record {
    case .tag(let json): try append(json, to: Self.tags)
    case .ping(let json): try append(json, to: Self.pings)
    case .check(let json):
      try append(json, to: Self.inputs)
      let input = JSONValue.Member("input", .string(record.input))
      for table in Self.parts {
        for item in json[table.name]?.elements ?? [] {
          try append(.object([input] + item.members), to: table)
        }
      }
    }
  }

  /// Gives the files their names.
  public func finish() throws(OutputError) {
    for table in tables { try folder.close(table.file) }
  }

  private func append(_ json: JSONValue, to table: Table) throws(OutputError) {
    var bytes: [UInt8] = []
    CSV.append(table.fields.map { CSV.text(of: json[path: $0]) }, to: &bytes)
    try folder.append(bytes, to: table.file)
  }
}
