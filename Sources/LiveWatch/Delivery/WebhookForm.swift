import Formats

/// The form of what a webhook posts.
enum WebhookForm: Sendable {
  /// The event as `watch` prints it.
  case event
  /// An alert of Prometheus's Alertmanager, API version 2: `POST /api/v2/alerts`.
  case alertmanager

  /// The form for a URL: Alertmanager's is chosen by the end of its path.
  init(url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    self = path.hasSuffix("/api/v2/alerts") ? .alertmanager : .event
  }

  /// The body for an event.
  func body(_ event: WatchEvent) -> [UInt8] {
    switch self {
    case .event: event.line
    case .alertmanager: Array(JSONValue.array([Self.alert(event)]).text.utf8)
    }
  }

  /// Alertmanager takes an alert that is not repeated for over after some minutes, unless it says when it ends: 7 days.
  private static let longest = 604_800.0

  /// The labels identify an alert from its beginning to its end: nothing in them changes.
  private static func alert(_ event: WatchEvent) -> JSONValue {
    let alarm = event.alarm
    let isOver = event.kind == .recovered || event.kind == .streamBack
    let own = [
      ("alertname", (alarm?.name ?? .streamLost).rawValue), ("feed", event.input),
      ("severity", (alarm?.raisedSeverity ?? .error).rawValue),
    ]
    let others = event.labels.all.filter { $0.name != "alertname" }.map { ($0.name, $0.value) }
    let notes: [(String, String?)] = [
      ("summary", event.text), ("description", event.message),
      ("renditions", alarm?.tracks.compactMap(\.name).joined(separator: ", ")),
      ("consequences", event.consequences.map(\.rawValue).joined(separator: ", ")),
      ("evidence", event.evidence),
    ]
    let start = alarm?.since ?? event.date - (event.duration ?? 0)
    let end = isOver ? event.date : event.date + longest
    return .object([
      .init("labels", object(own + others)),
      .init("annotations", object(notes.compactMap { name, text in text.map { (name, $0) } })),
      .init("startsAt", JSONValue(UTCTime.milliseconds(start))),
      .init("endsAt", JSONValue(UTCTime.milliseconds(end))),
    ])
  }

  /// An object without empty values: Alertmanager drops those.
  private static func object(_ members: [(String, String)]) -> JSONValue {
    .object(members.filter { !$0.1.isEmpty }.map { .init($0.0, .string($0.1)) })
  }
}
