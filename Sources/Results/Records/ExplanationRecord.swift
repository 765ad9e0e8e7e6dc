import Formats

/// A line of `explain` about a tag.
package final class ExplanationFields: RecordFields {
  package typealias Row = ExplanationRow
  package static let schema = RecordSchema(ExplanationFields())
  package let input = Field.text("the input as the user named it, or the payload") { $0.input }
  package let index = Field.integer("the place among all tags of the input, from 0") { $0.index }
  package let time = Field.seconds("seconds on the presentation timeline") { $0.time }
  package let title = Field.text("one line about the tag") { $0.explanation.title }
  let fields = Field.array("the fields of the tag", of: ExplainedPartFields.schema) {
    $0.explanation.fields
  }
  package let findings = Field.texts("what is wrong with the tag, in sentences") {
    $0.explanation.findings
  }
}

/// An object of `fields` in a record about a tag.
package final class ExplainedPartFields: RecordFields {
  package typealias Row = ExplainedField
  package static let schema = RecordSchema(ExplainedPartFields())
  // Names are indented in tables.
  let name = Field.text("the name of the field") { String($0.name.drop { $0 == " " }) }
  let key = Field.text("its key in the records of `extract`") { $0.key }
  let offset = Field.integer("its first byte") { $0.offset }
  let length = Field.integer("its length in bytes") { $0.length }
  let value = Field.text("its value") { $0.value }
  let meaning = Field.text("what the value means") { $0.meaning }
  let confidence = Field.text(
    "how sure the meaning is: `public`, `computed`, `inferred`, `open` or `encrypted`"
  ) { $0.confidence.rawValue }
  let valid = Field.flag("whether nothing is wrong with it") { $0.finding == nil }
  let finding = Field.text("what is wrong with it") { $0.finding }
}
