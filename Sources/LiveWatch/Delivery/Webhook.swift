import Formats
import HTTP
import Synchronization

/// Posts every event except tags to a URL, as JSON, one after the other. An event that was not received is
/// sent again until it is. A server that hangs delays only its own events, of which a bounded number waits.
package final class Webhook: EventSink {
  /// The limits for the delivery of one event.
  struct DeliveryLimits: Sendable {
    /// The timeout of one attempt, in seconds.
    var timeout = 10.0
    /// Seconds before the second attempt; each further wait is twice as long, up to a minute.
    var firstDelay = 1.0
  }

  /// The most events that wait.
  static let capacity = 1024
  /// The most bytes of a response body that are read.
  private static let bodyLimit = 1 << 20

  private let url: String
  private let form: WebhookForm
  private let place: String
  private let headers: [HeaderField]
  private let limits: DeliveryLimits
  private let log: @Sendable (String) -> Void
  private let buffer: EventBuffer
  private let client: HTTPClient
  private let task: SinkTask
  private let state = Mutex(DeliveryCounts())

  /// Makes a sink; nil when `url` is not an http or https URL.
  /// - Parameters:
  ///   - url: The URL to which events are posted; one that ends in `/api/v2/alerts` gets alerts of Alertmanager.
  ///   - headers: Header fields of the requests.
  ///   - userAgent: The `User-Agent` header.
  ///   - caFile: A PEM file with certificates to trust besides those of the system.
  ///   - log: Logs errors.
  package convenience init?(
    _ url: String,
    headers: [HeaderField] = [],
    userAgent: String,
    caFile: String? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      url,
      headers: headers,
      userAgent: userAgent,
      caFile: caFile,
      limits: DeliveryLimits(),
      log: log
    )
  }

  init?(
    _ url: String,
    headers: [HeaderField] = [],
    userAgent: String,
    caFile: String? = nil,
    limits: DeliveryLimits,
    log: @escaping @Sendable (String) -> Void
  ) {
    guard let place = Self.place(of: url) else { return nil }
    self.url = url
    form = WebhookForm(url: url)
    self.place = place
    self.headers = headers
    var options = HTTPClient.Options()
    options.userAgent = userAgent
    options.caFile = caFile
    client = HTTPClient(options)
    self.limits = limits
    self.log = log
    buffer = EventBuffer(capacity: Self.capacity)
    task = SinkTask(buffer)
  }

  /// Scheme and host: the path and the query may be secret.
  private static func place(of url: String) -> String? {
    guard let authority = URLAuthority(of: url),
      ["http", "https"].contains(url[authority.scheme].lowercased()),
      url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), isHost(url[authority.host])
    else { return nil }
    return String(url[..<authority.range.lowerBound] + url[authority.host])
  }

  /// Whether a text is a host, with a port or without. Anything else could be a part of a secret.
  private static func isHost(_ text: Substring) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func isName(_ name: Substring, with marks: String) -> Bool {
      !name.isEmpty
        && name.utf8.allSatisfy {
          isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 >= 0x80
            || marks.utf8.contains($0)
        }
    }
    func isPort(_ port: Substring) -> Bool {
      port.isEmpty || (URLAuthority.port(port) ?? 0) > 0
    }
    if text.utf8.first == UInt8(ascii: "[") {
      let address = Substring(text.utf8.dropFirst())
      guard let (name, rest) = address.cut(at: UInt8(ascii: "]")) else { return false }
      guard let (before, port) = rest.cut(at: UInt8(ascii: ":")) else {
        return isName(name, with: ":.%-_~") && rest.isEmpty
      }
      return isName(name, with: ":.%-_~") && before.isEmpty && isPort(port)
    }
    let (name, port) = text.cut(at: UInt8(ascii: ":")) ?? (text, "")
    return isName(name, with: "-._~") && isPort(port)
  }

  /// The numbers of events that were delivered, failed and dropped so far.
  package var counts: DeliveryCounts {
    var counts = state.withLock { $0 }
    buffer.count(in: &counts)
    return counts
  }

  package func take(_ event: WatchEvent) {
    guard event.isSent, buffer.put(event) else { return }
    log(
      "--webhook \(place): more than \(Self.capacity) events wait, the oldest are dropped: check the server"
    )
  }

  /// The events that are not delivered yet.
  package var waiting: [WatchEvent] { buffer.waiting }

  /// Delivers events of an earlier run first. Call it before ``start()``. What waits at the end is kept for the next watch.
  package func resume(_ events: [WatchEvent]) { buffer.resume(events) }

  /// Starts to send.
  package func start() {
    task.start { [self] in
      var outage = Outage(first: limits.firstDelay)
      while let event = await buffer.next() { await send(event, &outage) }
    }
  }

  /// Sends the waiting events for at most `seconds`; then logs the number of events that were never sent.
  package func finish(waitingAtMost seconds: Double = 5) async {
    await task.finish(waitingAtMost: seconds)
    client.close()
    if let words = buffer.lossWords { log("--webhook \(place): \(words): check the server") }
  }

  private func send(_ event: WatchEvent, _ outage: inout Outage) async {
    let body = form.body(event)
    while true {
      switch await post(body) {
      case .received:
        state.withLock { $0.delivered += 1 }
        if outage.end() { log("--webhook \(place): receives events again") }
        return buffer.finish(event)
      case .refused(let words):
        state.withLock { $0.failed += 1 }
        log(
          "--webhook \(place): \(event.title) of \(event.input) was refused (\(words)): "
            + "check what the server accepts"
        )
        return buffer.finish(event)
      case .unanswered(let words):
        // The event waits for the next watch, or is counted as dropped.
        guard !Task.isCancelled else { return }
        if outage.begin() {
          log(
            "--webhook \(place): receives nothing (\(words)): check the server; events are sent again"
          )
        }
        // Cancellation ends the wait: the next attempt fails at once.
        try? await Task.sleep(for: outage.wait)
      }
    }
  }

  // MARK: - One attempt

  private enum Answer {
    case received
    /// The server does not accept this event; it may accept others.
    case refused(String)
    /// Something is wrong with the server, or the way to it: a retry can succeed.
    case unanswered(String)
  }

  private func post(_ body: [UInt8]) async -> Answer {
    var request = HTTPRequest(url: url)
    request.method = "POST"
    request.headers = headers.map { ($0.name, $0.value) }
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      request.headers.append(("Content-Type", "application/json"))
    }
    request.body = body
    request.timeout = .seconds(limits.timeout)
    request.connectTimeout = request.timeout
    request.bodyLimit = Self.bodyLimit
    request.cutsLongBody = true
    do {
      let status = try await client.send(request).status
      switch status {
      case 200..<300: return .received
      case 400, 413, 422: return .refused("it answered \(status)")
      default: return .unanswered("it answered \(status)")
      }
    } catch {
      return .unanswered(error.code == .cancelled ? "the watch ended" : error.explanation)
    }
  }
}
