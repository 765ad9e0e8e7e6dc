import Formats
import Records

/// A ping of an input, for the records of `explain`.
package struct ExplainedPingRecord {
  var input: String
  var index: Int
  var ping: ExplainedPing
}

/// A line of `explain` about a ping.
package final class ExplainedPingFields: RecordFields {
  package typealias Row = ExplainedPingRecord
  package static let schema = RecordSchema(ExplainedPingFields())
  package let input = Field.text("the input as the user named it") { $0.input }
  package let index = Field.integer("the place among all rows of the input, from 0") { $0.index }
  let place = Field.text("where the ping is in the capture, such as `entry 12`") {
    $0.ping.ping.place
  }
  let sentAt = Field.text("when it was sent, where the capture says it") {
    $0.ping.ping.sentAt.flatMap { UTCTime.text($0) }
  }
  package let url = Field.text("the complete URL") { $0.ping.ping.url }
  let endpoint = Field.text("the path of the URL") { $0.ping.ping.endpoint }
  package let product = Field.text("the product, as in `pings`") { $0.ping.ping.product.rawValue }
  package let type = Field.text("the type, as in `pings`") { $0.ping.ping.type }
  let fields = Field.array("its parameters", of: ParameterFields.schema) { $0.ping.fields }
  package let findings = Field.array("what is wrong with the ping", of: PingFindingFields.schema) {
    $0.ping.findings
  }
}

/// An object of `fields` in a record about a ping.
package final class ParameterFields: RecordFields {
  package typealias Row = ExplainedPing.Field
  package static let schema = RecordSchema(ParameterFields())
  let name = Field.text("the name of the parameter") { $0.name }
  let key = Field.text("the key that the value begins with, such as `cln`") { $0.key }
  let title = Field.text("what it is called") { $0.title }
  let value = Field.text("its value, decoded and without the key") { $0.value }
  let meaning = Field.text("what the value means") { $0.meaning }
  let valid = Field.flag("whether the value is valid") { $0.isValid }
  let finding = Field.text("what is wrong with it") { $0.finding }
}

/// An object of `findings` in a record about a ping.
package final class PingFindingFields: RecordFields {
  package typealias Row = PingFinding
  package static let schema = RecordSchema(PingFindingFields())
  let rule = Field.text("the id of what is wrong") { $0.rule }
  let severity = Field.text("`error`, `warning` or `info`") { $0.severity.rawValue }
  let field = Field.text("the parameter; `null` for the ping as a whole") { $0.field }
  let message = Field.text("what is wrong, in a sentence") { $0.message }
}
