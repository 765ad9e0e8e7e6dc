import Formats
import PingAnalysis
import Records
import System

/// Writes records as CSV while they are read, one file for each table: `inputs.csv`, `streams.csv`, `tags.csv`,
/// `rules.csv`, `findings.csv` and `pings.csv`, named as in the results database. Records of `compare` and `explain`
/// add `comparisons.csv`, `differences.csv` and `explained.csv`.
package final class CSVTables: RecordConsumer {
  /// A table: the name of its file without the extension, and its columns as dotted paths.
  struct Table {
    var name: String
    var fields: [String]

    var file: String { name + ".csv" }
  }

  static let inputs = Table(
    name: "inputs",
    fields: CheckFields.schema.leaves.filter { $0.kind != .rows }.map(\.path)
      + InputFields.schema.paths
  )
  static let tags = Table(name: "tags", fields: ExtractRow.fields)
  static let pings = Table(name: "pings", fields: PingRow.fields)
  /// The tables of the arrays in records of `check`.
  static let (streams, rules, findings) = (part(.streams), part(.rules), part(.findings))

  static let comparisons = Table(
    name: "comparisons",
    fields: ComparisonFields.schema.paths.filter { $0 != "shifts" && $0 != "differences" }
  )
  static let differences = Table(
    name: "differences",
    fields: ["actual"] + DifferenceFields.schema.paths
  )
  static let explained = Table(name: "explained", fields: ExplainRow.fields)

  /// The names of all files. The files for `compare` and `explain` are written only if there are such records.
  package static let files = (usual + [comparisons, differences, explained]).map(\.file)
  private static let usual = [inputs, tags, pings, streams, rules, findings]

  private static func part(_ table: RecordTable) -> Table {
    Table(name: table.name, fields: ["input"] + table.fields.map(\.path))
  }

  /// Nil, because all fields of the records are needed.
  package let fields: Set<String>? = nil

  private let folder: OutputFolder
  private var tables = CSVTables.usual

  /// Creates the usual files with their header lines.
  package init(folder: OutputFolder) throws(OutputError) {
    self.folder = folder
    for table in tables { try begin(table) }
  }

  private func begin(_ table: Table) throws(OutputError) {
    var bytes: [UInt8] = []
    CSV.append(table.fields.map { $0.replacing(".", with: "_") }, to: &bytes)
    try folder.append(bytes, to: table.file)
  }

  /// Begins a table that is written only if there are records for it.
  private func need(_ table: Table) throws(OutputError) {
    guard !tables.contains(where: { $0.name == table.name }) else { return }
    tables.append(table)
    try begin(table)
  }

  package func take(_ record: ReportRecord) throws {
    switch record {
    case .tag(let tag): try append(tag.json, to: Self.tags)
    case .ping(let ping): try append(ping.json, to: Self.pings)
    case .explainedTag(let tag): try append(explained: tag.json)
    case .explainedPing(let ping): try append(explained: ping.json)
    case .comparison(let comparison):
      for table in [Self.comparisons, Self.differences] { try need(table) }
      try append(comparison.json, to: Self.comparisons)
      let actual = JSONValue.Member("actual", .string(record.input))
      for item in comparison.differences ?? [] {
        try append(.object([actual] + item.json.members), to: Self.differences)
      }
    case .check(let check): try append(check)
    case .input(let input): try append(RecordView<CheckFields>(input.json))
    }
  }

  private func append(explained json: JSONValue) throws(OutputError) {
    try need(Self.explained)
    try append(json, to: Self.explained)
  }

  private func append(_ check: RecordView<CheckFields>) throws(OutputError) {
    try append(check.json, to: Self.inputs)
    let parts = [
      (Self.streams, check.streams?.map(\.json)), (Self.rules, check.rules?.map(\.json)),
      (Self.findings, check.findings?.map(\.json)),
    ]
    let input = JSONValue.Member("input", .string(check.input ?? ""))
    for (table, items) in parts {
      for item in items ?? [] { try append(.object([input] + item.members), to: table) }
    }
  }

  /// Closes the files and gives them their final names.
  package func finish() throws(OutputError) {
    for table in tables { try folder.close(table.file) }
  }

  private func append(_ json: JSONValue, to table: Table) throws(OutputError) {
    var bytes: [UInt8] = []
    CSV.append(table.fields.map { CSV.text(of: json[path: $0]) }, to: &bytes)
    try folder.append(bytes, to: table.file)
  }
}
