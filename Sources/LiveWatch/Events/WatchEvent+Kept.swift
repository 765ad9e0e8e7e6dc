import Conformance
import Formats
import Records

extension WatchEvent {
  /// An event of an earlier run, as ``json`` has it; nil for a tag, and for what is not such an event.
  init?(_ json: JSONValue, feed: Int) {
    guard let kind = json["event"]?.stringValue.flatMap({ Kind(rawValue: $0) }), kind != .tag,
      let input = json["input"]?.stringValue, let date = Self.date(json["at"])
    else { return nil }
    self.init(kind, feed: feed, input: input, date: date)
    if case .object(let members) = json["labels"] ?? .null {
      for member in members {
        // A label that cannot be used any more is left out.
        try? labels.set(member.key, member.value.stringValue ?? "")
      }
    }
    message = json["message"]?.stringValue
    evidence = json["evidence"]?.stringValue
    duration = json["duration"]?.doubleValue
    guard let name = json["alarm"]?.stringValue else { return }
    alarm = ActiveAlarm(
      id: Int(clamping: json["id"]?.integerValue ?? 0),
      name: AlarmName(rawValue: name),
      track: TrackKey(
        rendition: json["rendition"]?.stringValue,
        program: json["program"]?.integerValue.map { Int(clamping: $0) }
      ),
      severity: json["severity"]?.stringValue.flatMap { Severity(rawValue: $0) } ?? .error,
      message: message ?? "",
      count: Int(clamping: json["count"]?.integerValue ?? 1),
      place: Place(
        time: json["time"]?.doubleValue,
        segment: json["segment"]?.stringValue,
        pid: json["pid"]?.integerValue.map { Int(clamping: $0) }
      ),
      since: Self.date(json["since"]) ?? date
    )
  }

  /// A time with three decimals, in Unix seconds.
  private static func date(_ json: JSONValue?) -> Double? {
    guard let text = json?.stringValue, let seconds = UTCTime.seconds(text) else { return nil }
    return Double(seconds) + (Double(text.suffix(4).dropLast()) ?? 0) / 1000
  }

  /// The event `kind` that ends the alarm or the loss of this one.
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
