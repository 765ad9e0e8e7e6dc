import Formats

/// A row of `explain`: the explanation of one tag, field by field.
package struct ExplanationRow: RecordRow {
  /// The input as the user named it. For a payload on the command line, the payload.
  package let input: String
  package let index: Int
  /// The time of the tag on the presentation timeline, in seconds. Nil if unknown.
  package let time: Double?
  package let explanation: TagExplanation

  package init(input: String, index: Int, time: Double?, _ explanation: TagExplanation) {
    (self.input, self.index, self.time, self.explanation) = (input, index, time, explanation)
  }

  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv]

  package typealias Fields = ExplanationFields

  /// The explanation as text: a title, the drawing of the bytes, and the fields.
  package func block(_ style: TableStyle) -> String? {
    let place = time.flatMap(Decimals.fixed).map { ", at \($0) s" } ?? ""
    let name = PrintableText.escaping(input.count > 60 ? "payload" : input)
    var lines = [style.paint("\(name) #\(index)", .accent) + "  \(explanation.title)\(place)", ""]
    lines += explanation.drawing.map { $0.isEmpty ? "" : "  \(PrintableText.escaping($0))" } + [""]
    for field in explanation.fields { lines += Self.lines(of: field, style) }
    if explanation.findings.isEmpty {
      lines.append("  nothing wrong found; encrypted fields were not judged")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of field: ExplainedField, _ style: TableStyle) -> [String] {
    let offset = field.offset.map { "\($0)" } ?? ""
    let value = PrintableText.escaping(field.value ?? "-")
    // A long value is shortened, so that the columns stay aligned.
    let shortest = value.count <= 44 ? value : ByteDrawing.short(value)
    var lines = [
      "  "
        + CheckText.padded(String(repeating: " ", count: max(0, 4 - offset.count)) + offset, to: 6)
        + CheckText.padded(field.name, to: 18) + shortest
    ]
    let indent = String(repeating: " ", count: 26)
    lines += style.wrapped("\(field.confidence.rawValue): \(field.meaning)", indent, .faint)
    if let finding = field.finding {
      lines += style.wrapped(finding, indent + "! ", rest: indent + "  ", .bad)
    }
    return lines
  }
}

/// A line of `explain`: the explanation of one tag.
package final class ExplanationFields: RecordFields {
  package typealias Row = ExplanationRow
  package static let schema = RecordSchema(ExplanationFields())
  package let input = Field.text("the input as the user named it, or the payload") { $0.input }
  package let index = Field.integer("the number of the tag among all tags of the input, from 0") {
    $0.index
  }
  package let time = Field.seconds("seconds on the presentation timeline") { $0.time }
  package let title = Field.text("one line about the tag") { $0.explanation.title }
  let fields = Field.array("the fields of the tag", of: ExplainedPartFields.schema) {
    $0.explanation.fields
  }
  package let findings = Field.texts("the faults of the tag, in sentences") {
    $0.explanation.findings
  }
}

/// An object of `fields` in a record of `explain`.
package final class ExplainedPartFields: RecordFields {
  package typealias Row = ExplainedField
  package static let schema = RecordSchema(ExplainedPartFields())
  // The text indents the names of watermark fields; JSON has them without indentation.
  let name = Field.text("the name of the field") { String($0.name.drop { $0 == " " }) }
  let key = Field.text("the key of the field in the records of `extract`") { $0.key }
  let offset = Field.integer(
    "the byte position of the field in the tag or, without a tag, in the payload"
  ) { $0.offset }
  let length = Field.integer("the length of the field in bytes") { $0.length }
  let value = Field.text("the value of the field") { $0.value }
  let meaning = Field.text("the meaning of the value") { $0.meaning }
  let confidence = Field.text(
    "how certain the meaning is: `public`, `computed`, `inferred`, `open` or `encrypted`"
  ) { $0.confidence.rawValue }
  let valid = Field.flag("whether the field has no fault") { $0.finding == nil }
  let finding = Field.text("the fault; `null` if there is none") { $0.finding }
}

/// One field of a tag: its position, its value, its meaning, and the certainty of the meaning.
package struct ExplainedField: Sendable, Equatable {
  /// The certainty of a field's meaning.
  package enum Confidence: String, Sendable {
    /// A public source documents the meaning.
    case isPublic = "public"
    /// The meaning was computed and is exact for every complete public sample.
    case computed
    /// The meaning fits the samples, but could be wrong.
    case inferred
    case open
    /// The field is encrypted: only Nielsen can read it.
    case encrypted
  }

  package var name: String
  /// The key of the field in the records of `extract`. Nil if these records do not have the field.
  package var key: String?
  /// The byte position in the tag or in the payload, if known.
  package var offset: Int?
  /// The length in bytes, if known.
  package var length: Int?
  /// The value as text. Nil if the field has no value, or the value cannot be read.
  package var value: String?
  package var meaning: String
  package var confidence: Confidence
  package var finding: String?

  init(
    _ name: String,
    key: String? = nil,
    offset: Int? = nil,
    length: Int? = nil,
    value: String? = nil,
    _ meaning: String,
    _ confidence: Confidence,
    finding: String? = nil
  ) {
    (self.name, self.key, self.offset, self.length, self.value) = (name, key, offset, length, value)
    (self.meaning, self.confidence, self.finding) = (meaning, confidence, finding)
  }
}
