import Formats

extension Records {
  /// A line of `explain` about a tag.
  package static let explanation = RecordSchema<ExplanationRow> {
    Field.text("input", "the input as the user named it, or the payload") { $0.input }
    Field.integer("index", "the place among all tags of the input, from 0") { $0.index }
    Field.seconds("time", "seconds on the presentation timeline") { $0.time }
    Field.text("title", "one line about the tag") { $0.explanation.title }
    Field.array("fields", "the fields of the tag", of: explainedField) { $0.explanation.fields }
    Field.array("findings", "what is wrong with the tag, in sentences") {
      $0.explanation.findings.map(JSONValue.string)
    }
  }

  /// An object of `fields` in a record about a tag.
  private static let explainedField = RecordSchema<ExplainedField> {
    // Names are indented in tables.
    Field.text("name", "the name of the field") { String($0.name.drop { $0 == " " }) }
    Field.text("key", "its key in the records of `extract`") { $0.key }
    Field.integer("offset", "its first byte") { $0.offset }
    Field.integer("length", "its length in bytes") { $0.length }
    Field.text("value", "its value") { $0.value }
    Field.text("meaning", "what the value means") { $0.meaning }
    Field.text(
      "confidence",
      "how sure the meaning is: `public`, `computed`, `inferred`, `open` or `encrypted`"
    ) { $0.confidence.rawValue }
    Field.flag("valid", "whether nothing is wrong with it") { $0.finding == nil }
    Field.text("finding", "what is wrong with it") { $0.finding }
  }
}
