import Formats

/// The fields about the feed at the end of every `watch` event.
package struct EventContext: Sendable {
  /// The labels of the feed, by name.
  package var labels: [(name: String, value: String)]

  /// The folder with the evidence recorded around an alarm. Nil if nothing was saved for the event.
  package var evidence: String?

  package init(labels: [(name: String, value: String)], evidence: String? = nil) {
    self.labels = labels
    self.evidence = evidence
  }
}

/// The last fields of every `watch` event, which are the same for all kinds of events.
package final class EventContextFields: RecordFields {
  package typealias Row = EventContext
  package static let schema = RecordSchema(EventContextFields())
  let labels = Field.map("the labels of the feed, from its list") { context in
    context.labels.map { JSONValue.Member($0.name, .string($0.value)) }
  }
  let evidence = Field.text(
    "the folder with the evidence recorded around the alarm, with `--evidence`"
  ) {
    $0.evidence
  }
}

/// The first field of every event of `watch`, and of the event with which `collect` begins to listen.
package final class EventFields: RecordFields {
  package typealias Row = String
  package static let schema = RecordSchema(EventFields())
  package let event = Field.text("the kind of event") { $0 }
}
