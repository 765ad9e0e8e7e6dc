import AsyncHTTPClient
import Glibc
import NIOCore
import Synchronization
import TimedMetadata

/// Posts every event but tags to a URL, as JSON, one after the other. What is not received is sent again; a
/// server that hangs delays nothing but its own events, of which a bounded number waits.
public final class Webhook: EventSink {
  /// How hard it is tried.
  struct Patience: Sendable {
    /// Seconds that one attempt may take.
    var timeout = 10.0
    /// Attempts for one event.
    var attempts = 5
    /// Seconds before the second attempt; each further wait is twice as long.
    var firstDelay = 1.0
  }

  /// Events that wait.
  static let capacity = 1024
  /// What is read of an answer, in bytes.
  private static let bodyLimit = 1 << 20

  private let url: String
  private let place: String
  private let userAgent: String
  private let patience: Patience
  private let log: @Sendable (String) -> Void
  private let buffer = EventBuffer(capacity: capacity)
  private let stop = StopSignal()
  private let done = Monitor(false)
  private let state = Mutex(DeliveryCounts())

  /// Makes it; nil when `url` is no http or https URL.
  /// - Parameters:
  ///   - url: Where events are posted.
  ///   - userAgent: What it says it is.
  ///   - log: Takes what went wrong.
  public convenience init?(
    _ url: String,
    userAgent: String,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.init(url, userAgent: userAgent, patience: Patience(), log: log)
  }

  init?(
    _ url: String,
    userAgent: String,
    patience: Patience,
    log: @escaping @Sendable (String) -> Void
  ) {
    guard let place = Self.place(of: url), (try? HTTPClient.Request(url: url)) != nil else {
      return nil
    }
    self.url = url
    self.place = place
    self.userAgent = userAgent
    self.patience = patience
    self.log = log
  }

  private func newClient() -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .nanoseconds(Int64(patience.timeout * 1e9))),
      decompression: .disabled
    )
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Scheme and host: what stands behind them may be a secret.
  private static func place(of url: String) -> String? {
    guard let end = url.range(of: "://")?.upperBound,
      ["http://", "https://"].contains(url[..<end].lowercased())
    else { return nil }
    let authority = url[end...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let name = host ?? authority
    return name.isEmpty ? nil : String(url[..<end] + name)
  }

  /// What became of the events so far.
  public var counts: DeliveryCounts {
    var counts = state.withLock { $0 }
    counts.dropped = buffer.dropped
    return counts
  }

  /// Takes an event.
  public func take(_ event: WatchEvent) { if event.isAlarming { buffer.put(event) } }

  /// Starts to send. False: the system has no thread left.
  public func start() -> Bool {
    ReadingThread.start { [self] in
      work()
      done.withLock { $0 = true }
    }
  }

  /// Sends what waits, for so many seconds; tells how much was never sent.
  public func finish(waitingAtMost seconds: Double = 5) {
    buffer.close()
    if done.wait(atMost: seconds, for: { $0 ? true : nil }) == nil {
      buffer.close(dropping: true)
      stop.request()
      // An attempt ends by itself.
      _ = done.wait(atMost: patience.timeout + 1) { $0 ? true : nil }
    }
    if let words = buffer.lossWords { log("--webhook \(place): \(words): check the server") }
  }

  private func work() {
    let client = newClient()
    defer {
      do {
        try client.syncShutdown()
      } catch {
        log("--webhook \(place): connections did not end in order (\(error))")
      }
    }
    while true {
      switch buffer.next(waitingAtMost: 60) {
      case .nothing: continue
      case .end: return
      case .event(let event): send(event, client)
      }
    }
  }

  private func send(_ event: WatchEvent, _ client: HTTPClient) {
    let body = event.line
    var delay = patience.firstDelay
    var attempts = 0
    while true {
      attempts += 1
      switch post(body, client) {
      case .received: return state.withLock { $0.delivered += 1 }
      case .refused(let words): return fail(event, words)
      case .unanswered(let words):
        guard attempts < patience.attempts, !stop.wait(atMost: delay) else {
          return fail(event, words)
        }
        delay *= 2
      }
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
    /// The same would be said again.
    case refused(String)
    /// It may be better later.
    case unanswered(String)
  }

  private func post(_ body: [UInt8], _ client: HTTPClient) -> Answer {
    do {
      var request = try HTTPClient.Request(url: url, method: .POST)
      request.headers.add(name: "Content-Type", value: "application/json")
      request.headers.add(name: "User-Agent", value: userAgent)
      request.body = .bytes(body)
      let response = try client.execute(
        request: request,
        delegate: ResponseAccumulator(request: request, maxBodySize: Self.bodyLimit),
        deadline: .now() + .nanoseconds(Int64(patience.timeout * 1e9))
      ).wait()
      switch response.status.code {
      case 200..<300: return .received
      case 408, 425, 429, 500...: return .unanswered("it answered \(response.status.code)")
      default: return .refused("it answered \(response.status.code)")
      }
    } catch {
      return .unanswered(Self.words(error))
    }
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode)).lowercased()
    case let error as HTTPClientError: error.shortDescription.lowercased()
    default: "\(error)"
    }
  }
}
