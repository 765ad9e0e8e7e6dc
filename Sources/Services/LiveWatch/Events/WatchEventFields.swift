import Conformance
import Formats
import Records

/// The fields of an event, which `watch` writes as a line. A `tag` event has only the first two and the last two of
/// these fields, and the fields of ``TimedTagFields`` between them.
package final class WatchEventFields: RecordFields {
  package typealias Row = WatchEvent
  package static let schema = RecordSchema(WatchEventFields())
  let event = Field.text(
    "`tag`, `alarm`, `updated`, `recovered`, `stream-lost` or `stream-back`"
  ) { $0.kind.rawValue }
  let at = Field.text(
    "the time of the event, always with three decimals, so that the values sort by time"
  ) { UTCTime.milliseconds($0.date) }
  let input = Field.text(
    "the feed: the URL without [secrets](Network.md#secrets), or the name of a tap of a chain"
  ) { $0.input }
  let rendition = Field.text(
    "the variant or rendition, if the alarm has affected exactly one; otherwise `null`"
  ) { $0.alarm?.track.rendition }
  let program = Field.integer(
    "the program of a transport stream, if the alarm has affected exactly one; otherwise `null`"
  ) { $0.alarm?.track.program }
  let renditions = Field.texts(
    "all renditions that have had the alarm since it was raised; `null` if the alarm names no rendition",
    isOptional: true
  ) { $0.alarm?.renditions ?? [] }
  let programs = Field.array(
    "all programs that have had the alarm since it was raised; `null` if the alarm names no program",
    isOptional: true
  ) { $0.alarm?.programs.map { JSONValue($0) } ?? [] }
  let pid = Field.integer("the PID, if it is known") { $0.alarm?.place.pid }
  let alarm = Field.text(
    "the name of the alarm; `null` for `stream-lost` and `stream-back`"
  ) { $0.alarm?.name.rawValue }
  let id = Field.integer(
    "the number of the alarm, unique within the feed, also in later runs; `updated` and `recovered` have the `id` of their `alarm`"
  ) { $0.alarm?.id }
  let key = Field.text(
    "the identity of the alarm for paging services: 32 hexadecimal digits made from `input` and `alarm`. It is the same "
      + "each time the alarm is raised, also after a restart. `stream-lost` and `stream-back` have a key too"
  ) { $0.key }
  let severity = Field.text("`error`, `warning` or `info`; `null` for `stream-back`") {
    $0.alarm?.severity.rawValue ?? ($0.kind == .streamLost ? Severity.error.rawValue : nil)
  }
  let message = Field.text("what was found, and the limit if there is one, in one sentence") {
    $0.message
  }
  let time = Field.seconds(
    "the position of the first finding, in seconds on the presentation timeline, which begins when the feed is opened"
  ) { $0.alarm?.place.time }
  let segment = Field.text("the segment of the first finding") {
    $0.alarm?.place.segment
  }
  let count = Field.integer("the number of findings in the alarm") { $0.alarm?.count }
  let consequences = Field.texts(
    "the alarms that follow from this alarm or loss and are not raised; `null` if there are none",
    isOptional: true
  ) { $0.consequences.map(\.rawValue) }
  let muted = Field.flag(
    "whether the event is muted: it is not sent to alarm commands and webhooks; "
      + "see [Mute](Operations.md#mute)"
  ) { $0.isMuted }
  let since = Field.text("when the alarm was raised or the feed was lost") { event in
    let since = event.alarm?.since ?? event.duration.map { event.date - $0 }
    return since.flatMap(UTCTime.milliseconds)
  }
  let duration = Field.seconds(
    "seconds for which the alarm was raised or the feed was lost; for a feed that was lost repeatedly, "
      + "from its first loss until it was stable"
  ) { $0.duration }
  let labels = Field.map(
    "the labels of the feed as an object; `name` is the feed's name in the list; `null` if the feed has no labels"
  ) { $0.labels.all.map { JSONValue.Member($0.name, .string($0.value)) } }
  let evidence = Field.text(
    "for `alarm` and `stream-lost`: the folder with the evidence (`--evidence`), if evidence was kept"
  ) {
    $0.evidence
  }
}

extension WatchEvent {
  package var json: JSONValue {
    let json = WatchEventFields.schema.json(self)
    guard let tag else { return json }
    return .object(json.members.prefix(2) + tag.json.members + json.members.suffix(2))
  }

  package var line: [UInt8] {
    var bytes: [UInt8] = []
    json.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The event as one line of text for people.
  package var text: String {
    let place = [labels.feedName ?? input, alarm?.tracks.words].compactMap { $0 }
      .joined(separator: ", ")
    let others = consequences.map(\.words).joined(separator: ", ")
    let words = (message.map { ": \($0)" } ?? "") + (others.isEmpty ? "" : " (with \(others))")
    let time = UTCTime.text(date.rounded(.down)) ?? "-"
    let name = alarm.map { " \(RuleTitle.wordsAndID(RuleID(rawValue: $0.name.rawValue)))" } ?? ""
    return "\(time) \(kind.rawValue)\(name): \(place)\(words)"
  }
}

extension WatchEvent {
  /// Reads an event of an earlier run; nil for a tag event or an unusable record.
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
}
