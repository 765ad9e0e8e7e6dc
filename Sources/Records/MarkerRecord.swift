import TimedMetadata

extension Records {
  /// An object of `markers` in a record of `check`.
  package static let marker = RecordSchema<TimelineMarker> {
    Field.text("kind", "`date-range`, `cue-out`, `cue-in` or `splice`") { $0.kind.rawValue }
    Field.text("id", "the identifier of a date range") { $0.id }
    Field.seconds("time", "seconds on the presentation timeline") { $0.time }
    Field.seconds("duration", "its duration in seconds, known or planned") { $0.duration }
    Field.flag("out", "whether it begins or ends a break, where it says so") { $0.isOut }
    Field.text("rendition", "the rendition whose playlist has it") { $0.rendition }
  }
}
