import Formats
import Records

/// A ping of an input, for the records of `explain`.
package struct ExplainedPingRecord {
  var input: String
  var index: Int
  var ping: ExplainedPing
}

extension Records {
  /// A line of `explain` about a ping.
  package static let explainedPing = RecordSchema<ExplainedPingRecord> {
    Field.text("input", "the input as the user named it") { $0.input }
    Field.integer("index", "the place among all rows of the input, from 0") { $0.index }
    Field.text("place", "where the ping is in the capture, such as `entry 12`") {
      $0.ping.ping.place
    }
    Field.text("sentAt", "when it was sent, where the capture says it") {
      $0.ping.ping.sentAt.flatMap { UTCTime.text($0) }
    }
    Field.text("url", "the complete URL") { $0.ping.ping.url }
    Field.text("endpoint", "the path of the URL") { $0.ping.ping.endpoint }
    Field.text("product", "the product, as in `pings`") {
      $0.ping.ping.product.rawValue
    }
    Field.text("type", "the type, as in `pings`") { $0.ping.ping.type }
    Field.array("fields", "its parameters", of: explainedParameter) { $0.ping.fields }
    Field.array("findings", "what is wrong with the ping", of: pingFinding) { $0.ping.findings }
  }

  /// An object of `fields` in a record about a ping.
  private static let explainedParameter = RecordSchema<ExplainedPing.Field> {
    Field.text("name", "the name of the parameter") { $0.name }
    Field.text("key", "the key that the value begins with, such as `cln`") { $0.key }
    Field.text("title", "what it is called") { $0.title }
    Field.text("value", "its value, decoded and without the key") { $0.value }
    Field.text("meaning", "what the value means") { $0.meaning }
    Field.flag("valid", "whether the value is valid") { $0.isValid }
    Field.text("finding", "what is wrong with it") { $0.finding }
  }

  /// An object of `findings` in a record about a ping.
  private static let pingFinding = RecordSchema<PingFinding> {
    Field.text("rule", "the id of what is wrong") { $0.rule }
    Field.text("severity", "`error`, `warning` or `info`") { $0.severity.rawValue }
    Field.text("field", "the parameter; `null` for the ping as a whole") { $0.field }
    Field.text("message", "what is wrong, in a sentence") { $0.message }
  }
}
