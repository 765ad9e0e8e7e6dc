import Conformance
import Formats
import Records

extension WatchEvent {
  /// Reads an event of an earlier run; nil for a tag, and for other JSON.
  init?(_ record: RecordView<WatchEventFields>, feed: Int) {
    guard let kind = record.event.flatMap(Kind.init), kind != .tag, let input = record.input,
      let date = record.at.flatMap(Self.date)
    else { return nil }
    self.init(kind, feed: feed, input: input, date: date)
    for label in record.labels ?? [] {
      // A label that is no longer valid is left out.
      try? labels.set(label.key, label.value.stringValue ?? "")
    }
    (message, evidence, duration) = (record.message, record.evidence, record.duration)
    isMuted = record.muted ?? false
    consequences = (record.consequences ?? []).map { AlarmName(rawValue: $0) }
    guard let name = record.alarm else { return }
    let severity = record.severity.flatMap(Severity.init) ?? .error
    let tracks =
      (record.renditions ?? []).map { TrackKey(rendition: $0) }
      + (record.programs ?? []).compactMap(\.integerValue).map {
        TrackKey(program: Int(clamping: $0))
      }
    alarm = ActiveAlarm(
      id: record.id ?? 0,
      name: AlarmName(rawValue: name),
      tracks: tracks.isEmpty ? [.feed] : tracks,
      severity: severity,
      raisedSeverity: severity,
      message: message ?? "",
      count: record.count ?? 1,
      place: Place(time: record.time, segment: record.segment, pid: record.pid),
      since: record.since.flatMap(Self.date) ?? date
    )
    alarm?.consequences = consequences
  }

  /// The Unix seconds of a time with three decimals.
  private static func date(_ text: String) -> Double? {
    UTCTime.seconds(text).map { Double($0) + (Double(text.suffix(4).dropLast()) ?? 0) / 1000 }
  }

  /// The event that ends the alarm or the loss of this event at `date` (Unix seconds).
  func end(at date: Double, _ words: String) -> WatchEvent {
    var event = self
    event.kind = kind == .streamLost ? .streamBack : .recovered
    event.date = date
    event.duration = max(0, date - (alarm?.since ?? self.date - (duration ?? 0)))
    event.message = alarm.map { "\(words): \($0.message)" } ?? words
    event.evidence = nil
    return event
  }
}
