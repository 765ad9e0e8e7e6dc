import Formats
import HTTP
import Synchronization

/// Posts every event except tags to a URL, as JSON, one after the other. An event that was not received is
/// sent again. A server that hangs delays only its own events, of which a bounded number waits.
package final class Webhook: EventSink {
  /// The limits for the delivery of one event.
  struct DeliveryLimits: Sendable {
    /// The timeout of one attempt, in seconds.
    var timeout = 10.0
    /// The most attempts for one event.
    var attempts = 5
    /// Seconds before the second attempt; each further wait is twice as long.
    var firstDelay = 1.0
  }

  /// The most events that wait.
  static let capacity = 1024
  /// The most bytes of a response body that are read.
  private static let bodyLimit = 1 << 20
  /// The longest wait between two attempts.
  private static let longestDelay = Duration.seconds(300)

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
  ///   - log: Logs errors.
  package convenience init?(
    _ url: String,
    headers: [HeaderField] = [],
    userAgent: String,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.init(url, headers: headers, userAgent: userAgent, limits: DeliveryLimits(), log: log)
  }

  init?(
    _ url: String,
    headers: [HeaderField] = [],
    userAgent: String,
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

  package func take(_ event: WatchEvent) { if event.isSent { buffer.put(event) } }

  /// Starts to send.
  package func start() {
    task.start { [self] in while let event = await buffer.next() { await send(event) } }
  }

  /// Sends the waiting events for at most `seconds`; then logs the number of events that were never sent.
  package func finish(waitingAtMost seconds: Double = 5) async {
    await task.finish(waitingAtMost: seconds)
    client.close()
    if let words = buffer.lossWords { log("--webhook \(place): \(words): check the server") }
  }

  private func send(_ event: WatchEvent) async {
    let body = form.body(event)
    let backoff = Backoff(
      first: .seconds(limits.firstDelay),
      longest: Self.longestDelay,
      jitter: 1...1
    )
    var attempts = 0
    while true {
      attempts += 1
      switch await post(body) {
      case .received: return state.withLock { $0.delivered += 1 }
      case .refused(let words): return fail(event, words)
      case .unanswered(let words):
        guard attempts < limits.attempts, await pause(backoff.wait(after: attempts, random: 0))
        else {
          return fail(event, words)
        }
      }
    }
  }

  /// Waits; false when the wait was cancelled.
  private func pause(_ duration: Duration) async -> Bool {
    do {
      try await Task.sleep(for: duration)
      return true
    } catch {
      return false
    }
  }

  private func fail(_ event: WatchEvent, _ words: String) {
    state.withLock { $0.failed += 1 }
    log(
      "--webhook \(place): \(event.title) of \(event.input) was not received (\(words)): "
        + "check the server"
    )
  }

  // MARK: - One attempt

  private enum Answer {
    case received
    /// A retry would get the same response.
    case refused(String)
    /// A retry can succeed.
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
      case 408, 425, 429, 500...: return .unanswered("it answered \(status)")
      default: return .refused("it answered \(status)")
      }
    } catch {
      return .unanswered(error.code == .cancelled ? "the watch ended" : error.explanation)
    }
  }
}
