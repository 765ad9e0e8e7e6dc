import Formats
import HTTP

/// Posts every event except tags and muted events to a URL as JSON, one after another. An event is sent again until the
/// server receives or refuses it. A hanging server delays only this webhook. The number of waiting events is limited.
package final class Webhook: QueuedSink {
  static let capacity = 1024
  /// The maximum number of bytes of a response body that are read.
  private static let bodyLimit = 1 << 20

  package let buffer: EventBuffer
  private let url: String
  private let form: WebhookForm
  private let headers: [HeaderField]
  private let timeout: Double
  private let firstDelay: Double
  private let client: HTTPClient

  /// Creates a sink; fails if `url` is not an http or https URL.
  /// - Parameters:
  ///   - url: The URL to which events are posted. A URL whose path ends in `/api/v2/alerts` receives alerts in the form
  ///     of Alertmanager.
  ///   - headers: Header fields of the requests.
  ///   - userAgent: The `User-Agent` header.
  ///   - caFile: A PEM file with certificates that are trusted in addition to the system's certificates.
  ///   - timeout: The timeout of one attempt, in seconds.
  ///   - firstDelay: Seconds before the second attempt; each further wait is twice as long, up to a minute.
  ///   - log: Logs errors.
  package init?(
    _ url: String,
    headers: [HeaderField] = [],
    userAgent: String,
    caFile: String? = nil,
    timeout: Double = 10,
    firstDelay: Double = 1,
    log: @escaping @Sendable (String) -> Void
  ) {
    // Messages show only the scheme and the host, because the rest of the URL may be secret.
    guard let authority = URLAuthority(of: url), let place = WebAddress(url), place.port > 0 else {
      return nil
    }
    self.url = url
    form = WebhookForm(url: url)
    self.headers = headers
    var options = HTTPClient.Options()
    options.userAgent = userAgent
    options.caFile = caFile
    client = HTTPClient(options)
    (self.timeout, self.firstDelay) = (timeout, firstDelay)
    buffer = EventBuffer(
      "--webhook \(url[..<authority.range.lowerBound])\(url[authority.host])",
      capacity: Self.capacity,
      remedy: "check the server",
      log: log
    )
  }

  package func take(_ event: WatchEvent) { if event.isSent { buffer.put(event) } }

  package func start() {
    buffer.start { [self] in
      var outage = Outage(first: firstDelay)
      while let event = await buffer.next() { await send(event, &outage) }
    }
  }

  /// Sends the waiting events for at most `seconds`, then logs the number of events that were dropped or are kept for
  /// the next watch.
  package func finish(waitingAtMost seconds: Double = 5) async {
    await buffer.finish(waitingAtMost: seconds)
    client.close()
    buffer.reportLoss()
  }

  private func send(_ event: WatchEvent, _ outage: inout Outage) async {
    let body = form.body(event)
    while true {
      switch await post(body) {
      case .received:
        if outage.end() { buffer.report("receives events again") }
        return buffer.finish(event, isDelivered: true)
      case .refused(let words):
        buffer.report(
          "\(event.title) of \(event.input) was refused (\(words)): "
            + "check which requests the server accepts"
        )
        return buffer.finish(event, isDelivered: false)
      case .unanswered(let words):
        // The event is kept for the next watch, or counted as dropped.
        guard !Task.isCancelled else { return }
        if outage.begin() {
          buffer.report(
            "does not receive events (\(words)): check the URL, the header fields and the server; "
              + "events are sent again"
          )
        }
        // If the task is cancelled, the wait ends and the next attempt fails immediately.
        try? await Task.sleep(for: outage.wait)
      }
    }
  }

  // MARK: - One attempt

  private enum Answer {
    case received
    /// The server refuses this event, but may accept others.
    case refused(String)
    /// No response, or a status other than 2xx, 400, 413 and 422. The post is retried.
    case unanswered(String)
  }

  private func post(_ body: [UInt8]) async -> Answer {
    var request = HTTPRequest(url: url)
    request.method = "POST"
    request.headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
    if request.headers["content-type"] == nil {
      request.headers["Content-Type"] = "application/json"
    }
    request.body = body
    request.connectTimeout = .seconds(timeout)
    request.timeout = request.connectTimeout
    request.bodyLimit = Self.bodyLimit
    request.cutsLongBody = true
    do {
      let status = try await client.send(request).status
      switch status {
      case 200..<300: return .received
      case 400, 413, 422: return .refused("the server answered \(status)")
      default: return .unanswered("the server answered \(status)")
      }
    } catch {
      return .unanswered(error.code == .cancelled ? "the watch ended" : error.explanation)
    }
  }
}

enum WebhookForm: Sendable {
  /// The event as `watch` prints it.
  case event
  /// An alert for the Prometheus Alertmanager, API version 2: `POST /api/v2/alerts`.
  case alertmanager

  /// The form for a URL: Alertmanager's if its path ends in `/api/v2/alerts`.
  init(url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    self = path.hasSuffix("/api/v2/alerts") ? .alertmanager : .event
  }

  func body(_ event: WatchEvent) -> [UInt8] {
    switch self {
    case .event: event.line
    case .alertmanager: Array(JSONValue.array([Self.alert(event)]).text.utf8)
    }
  }

  /// The assumed duration, in seconds, of an alert without a known end: 7 days. Without an end time, Alertmanager
  /// resolves an alert that is not repeated within a few minutes.
  private static let longest = 604_800.0

  /// The alert for an event. The events that begin and end an alarm must have the same labels, which identify the
  /// alert.
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

  /// An object without empty values, which Alertmanager would drop.
  private static func object(_ members: [(String, String)]) -> JSONValue {
    .object(members.filter { !$0.1.isEmpty }.map { .init($0.0, .string($0.1)) })
  }
}
