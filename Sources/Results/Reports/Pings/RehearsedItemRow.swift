import Formats
import PingAnalysis
import Records

/// A row of `rehearse`: one item. Only JSON Lines and CSV consist of rows; other formats show the whole report.
package struct RehearsedItemRow: RecordRow {
  /// The capture as the user named it.
  package let input: String
  let entry: RehearsalEntry

  package init(input: String, entry: RehearsalEntry) { (self.input, self.entry) = (input, entry) }

  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .html]

  package typealias Fields = RehearsedItemFields
}

package final class RehearsedItemFields: RecordFields {
  package typealias Row = RehearsedItemRow
  package static let schema = RecordSchema(RehearsedItemFields())
  let input = Field.text(
    "the capture as the user named it; the object of `--format json` has it once, as `capture`"
  ) { $0.input }
  let id = Field.text("the id of the item") { $0.entry.item.id }
  let group = Field.text("the letter of the item's group") { $0.entry.item.group.rawValue }
  let title = Field.text("the requirement") { $0.entry.item.title }
  let status = Field.text(
    "`passed`, `failed`, `notAssessed`, or `otherProduct` if the item is about a product that is neither in the capture nor named by `--product`"
  ) { $0.entry.status.rawValue }
  let evidence = Field.array("the `index` of pings that show the result, at most 20") {
    $0.entry.evidence.map { JSONValue($0) }
  }
  let evidenceTimes = Field.array(
    "when each ping of `evidence` was made; `null` if unknown"
  ) { $0.entry.times.map { JSONValue($0) } }
  let evidenceCount = Field.integer("the number of pings that show the result") {
    $0.entry.evidenceCount
  }
  let expected = Field.text("the requirement with its parameter names") { $0.entry.expected }
  let seen = Field.text("the evidence in the capture") { $0.entry.seen }
  let remedy = Field.text("what to change in the app") { $0.entry.remedy }
  let record = Field.text("what to record next, if the item was not assessed") { $0.entry.record }
  let source = Field.text("the documents on which the item is based") { $0.entry.item.source }
  let basis = Field.text("`documented`, or `ours` if id3tap infers the requirement") {
    $0.entry.item.basis.rawValue
  }
}

extension RehearsalReport {
  /// The report as one JSON object, followed by a line feed.
  package var json: String {
    let items = entries.map { entry in
      let row = RehearsedItemRow(input: capture, entry: entry)
      return JSONValue.object(row.json.members.filter { $0.key != "input" })
    }
    let checks = byHand.map { check in
      JSONValue.object([
        .init("what", .string(check.what)), .init("source", .string(check.source)),
      ])
    }
    let report = JSONValue.object([
      .init("capture", .string(capture)), .init("stream", JSONValue(stream)),
      .init("products", .array(products.map { .string($0.rawValue) })),
      .init("passed", JSONValue(count(.passed))), .init("failed", JSONValue(count(.failed))),
      .init("notAssessed", JSONValue(count(.notAssessed))),
      .init("otherProduct", JSONValue(count(.otherProduct))), .init("items", .array(items)),
      .init("byHand", .array(checks)),
    ])
    return report.text + "\n"
  }
}
