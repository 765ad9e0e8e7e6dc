import Conformance
import Formats
import Records

extension WatchEvent {
  /// The event as a JSON object. A `tag` has the fields of `extract`. All other events have the same fields, which are
  /// `null` if they do not apply.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("event", .string(kind.rawValue)),
      .init("at", JSONValue(UTCTime.milliseconds(date))),
    ]
    if let tag { return .object(members + tag.json.members + context) }
    let severity = alarm?.severity.rawValue ?? (kind == .streamLost ? "error" : nil)
    members += [
      .init("input", .string(input)),
      .init("rendition", JSONValue(alarm?.track.rendition)),
      .init("program", JSONValue(alarm?.track.program)),
      .init("renditions", Self.array(alarm?.renditions ?? []) { .string($0) }),
      .init("programs", Self.array(alarm?.programs ?? []) { JSONValue($0) }),
      .init("pid", JSONValue(alarm?.place.pid)),
      .init("alarm", JSONValue(alarm?.name.rawValue)),
      .init("id", JSONValue(alarm?.id)),
      .init("key", JSONValue(key)),
      .init("severity", JSONValue(severity)),
      .init("message", JSONValue(message)),
      .init("time", JSONValue(seconds: alarm?.place.time)),
      .init("segment", JSONValue(alarm?.place.segment)),
      .init("count", JSONValue(alarm?.count)),
      .init("consequences", Self.array(consequences) { .string($0.rawValue) }),
      .init("muted", .bool(isMuted)),
      .init("since", JSONValue(since)),
      .init("duration", JSONValue(seconds: duration)),
    ]
    return .object(members + context)
  }

  /// The values as an array; `null` if there are none.
  private static func array<Value>(
    _ values: [Value],
    _ json: (Value) -> JSONValue
  ) -> JSONValue {
    values.isEmpty ? .null : .array(values.map(json))
  }

  /// The fields about the feed that every event has.
  private var context: [JSONValue.Member] {
    let context = EventContext(
      labels: labels.all.map { ($0.name, $0.value) },
      evidence: evidence
    )
    return EventContextFields.schema.json(context).members
  }

  /// The event as one line of JSON Lines.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    json.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// When the alarm or the loss began; nil if unknown.
  private var since: String? {
    if let alarm { return UTCTime.milliseconds(alarm.since) }
    return duration.flatMap { UTCTime.milliseconds(date - $0) }
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
