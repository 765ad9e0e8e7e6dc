import Formats

@testable import Records

/// A row whose content the tests choose.
struct SampleRow: ResultRow {
  static let formats = OutputFormat.allCases
  static let columns = [
    TableColumn("TIME", width: 6, alignment: .right), TableColumn("KIND", width: 5),
    TableColumn("DETAILS", width: 8),
  ]
  static let fields = ["input", "time", "tag.kind", "tag.list"]

  var input = "a.ts"
  var time: Double? = 1.5
  var kind: String? = "data"
  var details: String? = "all well"
  var url: String?

  var cells: [TableCell] {
    [
      TableCell(time.flatMap(Decimals.seconds), .faint), TableCell(kind, .accent),
      TableCell(details, .warning),
    ]
  }

  var json: JSONValue {
    .object([
      .init("input", .string(input)), .init("time", JSONValue(seconds: time)),
      .init(
        "tag",
        .object([.init("kind", JSONValue(kind)), .init("list", .array([.integer(1), .null]))])
      ),
    ])
  }

  static func text(
    _ rows: [SampleRow],
    _ format: OutputFormat,
    _ style: TableStyle = TableStyle()
  ) -> String {
    var renderer = RowRenderer<SampleRow>(format: format, style: style)
    var bytes: [UInt8] = []
    for row in rows { renderer.append(row, to: &bytes) }
    renderer.finish(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
