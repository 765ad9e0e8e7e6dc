import Formats

/// A row of `explain`: one tag, field by field.
package struct ExplanationRow: RecordRow {
  /// The input, as the user named it; of a payload given as such, the payload.
  package let input: String
  /// The place of the tag among all tags of the input, from 0.
  package let index: Int
  /// Seconds on the presentation timeline; nil when unknown.
  package let time: Double?
  package let explanation: TagExplanation

  package init(input: String, index: Int, time: Double?, _ explanation: TagExplanation) {
    self.input = input
    self.index = index
    self.time = time
    self.explanation = explanation
  }

  /// Formats for reading and for programs.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv]

  package typealias Fields = ExplanationFields

  /// The table is made of blocks.
  package static let columns: [TableColumn] = []

  /// Nothing: the table is made of blocks.
  package var cells: [TableCell] { [] }

  /// The tag as text: what it is, the drawing, the fields.
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
    // Long values are on the line below, so that the columns stay.
    let shortest = value.count <= 44 ? value : ByteDrawing.short(value)
    var lines = [
      "  "
        + CheckText.padded(String(repeating: " ", count: max(0, 4 - offset.count)) + offset, to: 6)
        + CheckText.padded(field.name, to: 18) + shortest
    ]
    let width = max(60, style.width ?? 80)
    let indent = String(repeating: " ", count: 26)
    lines += WrappedText.lines(
      "\(field.confidence.rawValue): \(PrintableText.escaping(field.meaning))",
      width: width,
      first: indent,
      rest: indent
    ).map { style.paint($0, .faint) }
    if let finding = field.finding {
      lines += WrappedText.lines(
        PrintableText.escaping(finding),
        width: width,
        first: indent + "! ",
        rest: indent + "  "
      ).map { style.paint($0, .bad) }
    }
    return lines
  }
}
