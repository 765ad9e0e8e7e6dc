import Conformance
import Formats

/// A finding of `check`, or an alarm of `watch` in the same form.
package struct FindingRecord: Sendable {
  package var rule: String
  package var severity: Severity
  /// The time of the finding on the presentation timeline, in seconds.
  package var time: Double?
  /// The time of day of the finding, in RFC 3339.
  package var wallClock: String?
  package var rendition: String?
  package var segment: String?
  package var offset: Int64?
  package var program: Int?
  package var pid: Int?
  package var message: String
  package var remedy: String?
  package var count = 1
  /// If the record represents several findings, the time of the last finding, in seconds on the presentation timeline.
  package var lastTime: Double?

  package init(rule: String, severity: Severity, message: String) {
    (self.rule, self.severity, self.message) = (rule, severity, message)
  }

  package init(_ finding: Finding) {
    self.init(
      rule: finding.rule.rawValue,
      severity: finding.severity,
      message: finding.message
    )
    time = finding.place.time
    wallClock = finding.place.wallClock.flatMap(UTCTime.text)
    rendition = finding.place.rendition
    segment = finding.place.segment
    offset = finding.place.offset
    program = finding.place.program
    pid = finding.place.pid
    remedy = finding.advice
    count = finding.count
    lastTime = finding.lastTime
  }

  /// Reads a finding from a record. Nil if its rule, severity or message is missing or unknown.
  init?(_ record: RecordView<FindingFields>) {
    guard let rule = record.rule, let severity = record.severity.flatMap(Severity.init),
      let message = record.message
    else { return nil }
    self.init(rule: rule, severity: severity, message: message)
    (time, wallClock, lastTime) = (record.time, record.wallClock, record.lastTime)
    (rendition, segment) = (record.rendition, record.segment)
    (offset, program, pid) = (record.offset.map(Int64.init), record.program, record.pid)
    (remedy, count) = (record.remedy, record.count ?? 1)
  }
}

/// An object of `findings` in a record of `check`.
package final class FindingFields: RecordFields {
  package typealias Row = FindingRecord
  package static let schema = RecordSchema(FindingFields())
  package let rule = Field.text(
    "the id of the rule; in findings of `watch`, the name of the alarm",
    isRequired: true
  ) { $0.rule }
  package let severity = Field.text("`error`, `warning` or `info`", isRequired: true) {
    $0.severity.rawValue
  }
  package let time = Field.seconds("seconds on the presentation timeline") { $0.time }
  package let wallClock = Field.text("the time of day, if the input has one") { $0.wallClock }
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  package let segment = Field.text("the URI of the segment as the playlist has it") { $0.segment }
  package let offset = Field.integer("the byte position in the segment or the input") { $0.offset }
  package let program = Field.integer("the program") { $0.program }
  package let pid = Field.integer("the PID") { $0.pid }
  package let message = Field.text(
    "the found and the expected value, in a sentence",
    isRequired: true
  ) {
    $0.message
  }
  package let remedy = Field.text("the remedy") { $0.remedy }
  package let count = Field.integer(
    "the number of findings that the row represents",
    isRequired: true
  ) {
    $0.count
  }
  package let lastTime = Field.seconds(
    "the time of the last finding that the row represents, in seconds"
  ) {
    $0.lastTime
  }
}
