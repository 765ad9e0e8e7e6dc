import Formats
import PingAnalysis
import Records

/// A row of `compare`: the result of comparing two captures.
package struct ComparisonRow: RecordRow {
  package let expected: String
  /// The capture that was compared with the expected one, as the user named it.
  package let actual: String
  package let report: ComparisonReport

  package init(expected: String, actual: String, _ report: ComparisonReport) {
    (self.expected, self.actual, self.report) = (expected, actual, report)
  }

  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif, .html]

  package typealias Fields = ComparisonFields

  package var input: String { actual }

  package func block(_ style: TableStyle) -> String? {
    let counts =
      "\(report.expectedCount) pings expected, \(report.actualCount) seen, \(report.matchedCount) matched"
    let verdict =
      report.isSame ? style.paint("SAME", .good) : style.paint("DIFFERENT", .bad)
    let terms = ["tolerance \(Seconds.text(report.options.tolerance))", report.shiftWords]
      .compactMap { $0 }.joined(separator: ", ")
    var lines = [
      "\(PrintableText.escaping(actual))   \(verdict)   \(counts)",
      "  expected: \(PrintableText.escaping(expected)); \(terms)",
    ]
    let repeated = report.repeatedActualCount
    if repeated > 0 {
      lines.append("  \(repeated) ping\(repeated == 1 ? " was" : "s were") sent again")
    }
    if !report.options.ignored.isEmpty {
      lines.append("  not compared: \(report.options.ignored.sorted().joined(separator: ", "))")
    }
    for difference in report.differences {
      let times =
        difference.count > 1 && difference.kind == .different
        ? " (\(difference.countWords))" : ""
      let place = difference.place.map { " [\($0)]" } ?? ""
      let kind = style.paint(difference.kind.rawValue, .bad)
      lines += [""] + style.wrapped(difference.message + times + place, "  \(kind): ", rest: "    ")
      lines += style.wrapped("likely: \(difference.cause)", "    ", .faint)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

package final class ComparisonFields: RecordFields {
  package typealias Row = ComparisonRow
  package static let schema = RecordSchema(ComparisonFields())
  package let expected = Field.text("the expected capture, as the user named it") { $0.expected }
  package let actual = Field.text("the seen capture, as the user named it") { $0.actual }
  package let verdict = Field.text("`same` or `different`") {
    $0.report.isSame ? "same" : "different"
  }
  package let sessions = Field.integer("the number of expected app sessions") {
    $0.report.sessionCount
  }
  package let pings = Field.object(ComparedPingFields.schema) { $0.report }
  let tolerance = Field.seconds("the largest ignored difference between times, in seconds") {
    $0.report.options.tolerance
  }
  let shifts = Field.array(
    "how far the app's clock is ahead of the expected clock, in seconds, for each app session that was compared"
  ) { $0.report.shifts.map { JSONValue(seconds: $0) } }
  let ignored = Field.texts("the fields that were not compared") {
    $0.report.options.ignored.sorted()
  }
  package let differences = Field.array("the differences", of: DifferenceFields.schema) {
    $0.report.differences
  }
}

/// The object `pings` of a record of `compare`: numbers of pings.
package final class ComparedPingFields: RecordFields {
  package typealias Row = ComparisonReport
  package static let schema = RecordSchema(ComparedPingFields())
  package let expected = Field.integer("expected pings, each counted once") { $0.expectedCount }
  package let actual = Field.integer("pings that were seen, each counted once") { $0.actualCount }
  package let matched = Field.integer("seen pings that match an expected ping") { $0.matchedCount }
  let other = Field.integer("pings of products that are not compared, in both captures") {
    $0.otherCount
  }
  let repeated = Field.integer("pings that were sent again") { $0.repeatedActualCount }
}

/// An object of `differences` in a record of `compare`.
package final class DifferenceFields: RecordFields {
  package typealias Row = PingDifference
  package static let schema = RecordSchema(DifferenceFields())
  package let kind = Field.text(
    "`missing`, `extra`, `late`, `early`, `different`, `missing-session`, `extra-session`, "
      + "`missing-tags` or `extra-tags`"
  ) { $0.kind.rawValue }
  let product = Field.text("the product of the ping; `null` for a session") { $0.product }
  let type = Field.text("the type of the ping; `null` if there is none") { $0.type }
  let session = Field.integer("the app session, from 1") { $0.session }
  let time = Field.seconds("seconds from the start of the session") { $0.time }
  let field = Field.text("the parameter that differs") { $0.field }
  let expected = Field.text("the expected value; `null` if there is none") { $0.expected }
  let seen = Field.text("the value that was seen; `null` if there is none") { $0.seen }
  package let count = Field.integer(
    "the number of pings that differ in this way; for `missing-tags` and `extra-tags`, the number of payloads"
  ) { $0.count }
  package let place = Field.text(
    "where in the capture the first ping with this difference is"
  ) {
    $0.place
  }
  package let message = Field.text("the difference in a sentence") { $0.message }
  package let cause = Field.text("the likely cause in the app, and what to do") { $0.cause }
}
