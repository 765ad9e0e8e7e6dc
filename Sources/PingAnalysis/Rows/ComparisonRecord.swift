import Formats
import Records

extension Records {
  /// A line of `compare`: all that a comparison gave.
  package static let comparison = RecordSchema<ComparisonRow> {
    Field.text("expected", "what was expected, as the user named it") { $0.expected }
    Field.text("actual", "what was seen, as the user named it") { $0.actual }
    Field.text("verdict", "`same` or `different`") { $0.report.isSame ? "same" : "different" }
    Field.integer("sessions", "the number of expected app sessions") { $0.report.sessionCount }
    Field.object("pings", comparedPings) { $0.report }
    Field.seconds("tolerance", "seconds that times may differ") { $0.report.options.tolerance }
    Field.array(
      "shifts",
      "seconds from the expected clock to that of the app, for each app session that was seen: the shift that most pings agree on"
    ) {
      $0.report.shifts.map { JSONValue(seconds: $0) }
    }
    Field.array("ignored", "the fields that were not compared") {
      $0.report.options.ignored.sorted().map(JSONValue.string)
    }
    Field.array("differences", "what differs", of: difference) { $0.report.differences }
  }

  /// Numbers of pings.
  private static let comparedPings = RecordSchema<ComparisonReport> {
    Field.integer("expected", "expected pings, each counted once") { $0.expectedCount }
    Field.integer("actual", "pings that were seen, each counted once") { $0.actualCount }
    Field.integer("matched", "seen pings that an expected one matches") { $0.matchedCount }
    Field.integer("other", "requests that look like pings of a product that is not compared") {
      $0.otherCount
    }
    Field.integer("repeated", "pings that were sent again") {
      $0.repeatedActualCount
    }
  }

  /// An object of `differences` in a record of `compare`.
  package static let difference = RecordSchema<PingDifference> {
    Field.text(
      "kind",
      "`missing`, `extra`, `late`, `early`, `different`, `missing-session`, `extra-session`, "
        + "`missing-tags` or `extra-tags`"
    ) { $0.kind.rawValue }
    Field.text("product", "the product of the ping; `null` for a session") { $0.product }
    Field.text("type", "the type of the ping; `null` for a session") { $0.type }
    Field.integer("session", "the app session, from 1") { $0.session }
    Field.seconds("time", "seconds from the start of the session") { $0.time }
    Field.text("field", "the parameter that differs") { $0.field }
    Field.text("expected", "the expected value; `null` for none") { $0.expected }
    Field.text("seen", "the value that was seen; `null` for none") { $0.seen }
    Field.integer(
      "count",
      "the number of pings that differ in this way; of `missing-tags` and `extra-tags` the number of payloads"
    ) { $0.count }
    Field.text("place", "where the ping, or the first of them, is in the capture") { $0.place }
    Field.text("message", "the difference in a sentence") { $0.message }
    Field.text("cause", "the likely cause in the app, and what to do") { $0.cause }
  }
}
