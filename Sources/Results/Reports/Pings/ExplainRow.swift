import Formats
import PingAnalysis
import Records

/// A row of `explain`: the explanation of a tag or a ping, field by field.
package struct ExplainRow: ResultRow {
  package enum Content: Sendable {
    /// A tag of a stream, or a payload on the command line.
    case tag(ExplanationRow)
    case ping(ExplainedPing)
  }

  package let input: String
  package let index: Int
  package let content: Content

  package init(_ tag: ExplanationRow) {
    input = tag.input
    index = tag.index
    content = .tag(tag)
  }

  package init(input: String, index: Int, _ ping: ExplainedPing) {
    (self.input, self.index) = (input, index)
    content = .ping(ping)
  }

  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .html]

  /// The columns of CSV. Columns that apply only to tags or only to pings are empty in other rows.
  package static let fields = [
    "input", "index", "time", "title", "url", "endpoint", "product", "type", "place", "sentAt",
    "fields", "findings",
  ]

  package var json: JSONValue {
    switch content {
    case .tag(let row): row.json
    case .ping(let ping):
      ExplainedPingFields.schema.json(ExplainedPingRecord(input: input, index: index, ping: ping))
    }
  }

  package func block(_ style: TableStyle) -> String? {
    switch content {
    case .tag(let row): row.block(style)
    case .ping(let ping): PingText(input: input, index: index, explained: ping, style: style).text
    }
  }

  package static func document(of format: OutputFormat) -> (any RowDocument<ExplainRow>)? {
    guard format == .html else { return nil }
    return HTMLRows(opening: ExplainPage.opening, ExplainPage.section)
  }
}

/// The values of a line of `explain` about a ping.
package struct ExplainedPingRecord {
  var input: String
  var index: Int
  var ping: ExplainedPing
}

/// A line of `explain`: the explanation of one ping.
package final class ExplainedPingFields: RecordFields {
  package typealias Row = ExplainedPingRecord
  package static let schema = RecordSchema(ExplainedPingFields())
  package let input = Field.text("the input as the user named it") { $0.input }
  package let index = Field.integer("the number of the row among all rows of the input, from 0") {
    $0.index
  }
  let place = Field.text("where the ping is in the capture, such as `entry 12`") {
    $0.ping.ping.place
  }
  let sentAt = Field.text("when the ping was sent; `null` if the capture has no time") {
    $0.ping.ping.sentAt.flatMap { UTCTime.text($0) }
  }
  package let url = Field.text("the complete URL") { $0.ping.ping.url }
  let endpoint = Field.text("the path of the URL") { $0.ping.ping.endpoint }
  package let product = Field.text("the product, as in `pings`") { $0.ping.ping.product.rawValue }
  package let type = Field.text("the type, as in `pings`") { $0.ping.ping.type }
  let fields = Field.array("the parameters of the ping", of: ParameterFields.schema) {
    $0.ping.fields
  }
  package let findings = Field.array("the faults of the ping", of: PingFindingFields.schema) {
    $0.ping.findings
  }
}

/// An object of `fields` in a record of `explain` about a ping.
package final class ParameterFields: RecordFields {
  package typealias Row = ExplainedPing.Field
  package static let schema = RecordSchema(ParameterFields())
  let name = Field.text("the name of the parameter") { $0.name }
  let key = Field.text("the key that the value begins with, such as `cln`") { $0.key }
  let title = Field.text("the title of the parameter") { $0.title }
  let value = Field.text("the value of the parameter, decoded and without the key") { $0.value }
  let meaning = Field.text("the meaning of the value") { $0.meaning }
  let valid = Field.flag("whether the value is valid") { $0.isValid }
  let finding = Field.text("the fault; `null` if there is none") { $0.finding }
}

/// An object of `findings` in a record of `explain` about a ping.
package final class PingFindingFields: RecordFields {
  package typealias Row = PingFinding
  package static let schema = RecordSchema(PingFindingFields())
  let rule = Field.text("the id of the fault") { $0.rule }
  let severity = Field.text("`error`, `warning` or `info`") { $0.severity.rawValue }
  let field = Field.text("the parameter; `null` for the ping as a whole") { $0.field }
  let message = Field.text("the fault, in a sentence") { $0.message }
}
