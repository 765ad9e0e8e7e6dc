import Conformance
import Formats
import Records

extension WatchEvent {
  /// Reads an event of an earlier run from its ``json``; nil for a tag, and for any other JSON.
  init?(_ json: JSONValue, feed: Int) {
    guard let kind = json["event"]?.stringValue.flatMap({ Kind(rawValue: $0) }), kind != .tag,
      let input = json["input"]?.stringValue, let date = Self.date(json["at"])
    else { return nil }
    self.init(kind, feed: feed, input: input, date: date)
    if case .object(let members) = json["labels"] ?? .null {
      for member in members {
        // A label that is no longer valid is left out.
        try? labels.set(member.key, member.value.stringValue ?? "")
      }
    }
    message = json["message"]?.stringValue
    evidence = json["evidence"]?.stringValue
    duration = json["duration"]?.doubleValue
    if case .bool(true) = json["muted"] ?? .null { isMuted = true }
    consequences = Self.strings(json["consequences"]).map { AlarmName(rawValue: $0) }
    guard let name = json["alarm"]?.stringValue else { return }
    let severity = json["severity"]?.stringValue.flatMap { Severity(rawValue: $0) } ?? .error
    alarm = ActiveAlarm(
      id: Int(clamping: json["id"]?.integerValue ?? 0),
      name: AlarmName(rawValue: name),
      tracks: Self.tracks(json),
      severity: severity,
      raisedSeverity: severity,
      message: message ?? "",
      count: Int(clamping: json["count"]?.integerValue ?? 1),
      place: Place(
        time: json["time"]?.doubleValue,
        segment: json["segment"]?.stringValue,
        pid: json["pid"]?.integerValue.map { Int(clamping: $0) }
      ),
      since: Self.date(json["since"]) ?? date
    )
    alarm?.consequences = consequences
  }

  /// The tracks of an alarm: renditions, or the programs of a stream.
  private static func tracks(_ json: JSONValue) -> [TrackKey] {
    let tracks =
      strings(json["renditions"]).map { TrackKey(rendition: $0) }
      + array(json["programs"]).compactMap(\.integerValue).map {
        TrackKey(program: Int(clamping: $0))
      }
    return tracks.isEmpty ? [.feed] : tracks
  }

  private static func strings(_ json: JSONValue?) -> [String] {
    array(json).compactMap(\.stringValue)
  }

  private static func array(_ json: JSONValue?) -> [JSONValue] {
    if case .array(let values) = json ?? .null { values } else { [] }
  }

  /// The Unix seconds of a time with three decimals.
  private static func date(_ json: JSONValue?) -> Double? {
    guard let text = json?.stringValue, let seconds = UTCTime.seconds(text) else { return nil }
    return Double(seconds) + (Double(text.suffix(4).dropLast()) ?? 0) / 1000
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
