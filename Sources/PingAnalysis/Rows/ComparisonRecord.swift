import Formats
import Records

/// A line of `compare`: all that a comparison gave.
package final class ComparisonFields: RecordFields {
  package typealias Row = ComparisonRow
  package static let schema = RecordSchema(ComparisonFields())
  package let expected = Field.text("what was expected, as the user named it") { $0.expected }
  package let actual = Field.text("what was seen, as the user named it") { $0.actual }
  package let verdict = Field.text("`same` or `different`") {
    $0.report.isSame ? "same" : "different"
  }
  package let sessions = Field.integer("the number of expected app sessions") {
    $0.report.sessionCount
  }
  package let pings = Field.object(ComparedPingFields.schema) { $0.report }
  let tolerance = Field.seconds("seconds that times may differ") { $0.report.options.tolerance }
  let shifts = Field.array(
    "seconds from the expected clock to that of the app, for each app session that was seen: the shift that most pings agree on"
  ) { $0.report.shifts.map { JSONValue(seconds: $0) } }
  let ignored = Field.texts("the fields that were not compared") {
    $0.report.options.ignored.sorted()
  }
  package let differences = Field.array("what differs", of: DifferenceFields.schema) {
    $0.report.differences
  }
}

/// Numbers of pings.
package final class ComparedPingFields: RecordFields {
  package typealias Row = ComparisonReport
  package static let schema = RecordSchema(ComparedPingFields())
  package let expected = Field.integer("expected pings, each counted once") { $0.expectedCount }
  package let actual = Field.integer("pings that were seen, each counted once") { $0.actualCount }
  package let matched = Field.integer("seen pings that an expected one matches") { $0.matchedCount }
  let other = Field.integer("requests that look like pings of a product that is not compared") {
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
  let type = Field.text("the type of the ping; `null` for a session") { $0.type }
  let session = Field.integer("the app session, from 1") { $0.session }
  let time = Field.seconds("seconds from the start of the session") { $0.time }
  let field = Field.text("the parameter that differs") { $0.field }
  let expected = Field.text("the expected value; `null` for none") { $0.expected }
  let seen = Field.text("the value that was seen; `null` for none") { $0.seen }
  package let count = Field.integer(
    "the number of pings that differ in this way; of `missing-tags` and `extra-tags` the number of payloads"
  ) { $0.count }
  package let place = Field.text("where the ping, or the first of them, is in the capture") {
    $0.place
  }
  package let message = Field.text("the difference in a sentence") { $0.message }
  package let cause = Field.text("the likely cause in the app, and what to do") { $0.cause }
}
