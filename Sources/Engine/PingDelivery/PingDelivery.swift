import HTTP
import NielsenAppApi
import Synchronization

/// A queue of pings and the sender that delivers them to a collector.
///
///     let delivery = PingDelivery(
///       to: try Collector("http://127.0.0.1:8977"), store: "/tmp/pings", appID: appID)
///     var environment = EngineEnvironment()
///     environment.journal = delivery.journal
///     let api = NielsenAppApi(appInfo: ["appid": appID], delegate: nil, environment: environment)
///     delivery.start()
///     ...
///     await delivery.stop()
///
/// While a store on disk works, every ping is on disk when the call that made it returns, except lookups if
/// ``Settings/keepsLookups`` is false. A ping waits there until it is received or refused permanently, or too many
/// pings wait. Pings are sent in order. Several processes may use one directory: all of them add pings, and one sends.
/// Problems are reported to the engine's delegate. Nothing is sent while an engine is disabled (`appDisableApi`, or no
/// configuration). If the process ends before it has stored the answer to a request, the ping may be sent twice;
/// `rnd` and `sessionId` identify the copy.
public final class PingDelivery: Sendable {
  /// The settings of a delivery.
  public struct Settings: Sendable {
    /// The limits and delays of the queue, and the hosts that are refused in addition to the production hosts.
    public var configuration = EngineConfiguration()
    /// Whether time-shift lookups are also sent as pings, for a collector that should receive
    /// everything that an app sends.
    public var keepsLookups = false
    /// The `User-Agent` of the requests.
    public var userAgent = "id3tap"
    /// Whether any certificate of the collector is accepted, such as a self-signed one.
    public var isInsecure = false
    /// A PEM file with certificates that are trusted in addition to those of the system.
    public var caFile: String?

    /// Makes the default settings.
    public init() {}
  }

  /// The numbers of pings by result.
  public struct Summary: Sendable, Equatable {
    /// The number of pings that the collector has received from this sender.
    public var sent = 0
    /// The number of pings that were refused permanently or can never be sent. The store keeps them for inspection.
    public var refused = 0
    /// Why the first of these pings was refused or can never be sent; nil if there is none.
    public var refusal: String?
    /// The number of pings that wait to be sent.
    public var waiting = 0
    /// The number of pings that were dropped because too many were waiting.
    public var dropped = 0
  }

  let queue: PingQueue
  private let transport: any PingTransport
  /// The delays after failed attempts. Each is twice the previous one, up to a limit, plus a random part of up to a
  /// fifth, so that senders that failed together do not retry together.
  private let backoff: Backoff
  private let random: RandomSource
  private let state = Mutex(State())

  private struct State {
    /// The task that sends pings. The next such task starts after this one has ended.
    var run: Task<Void, Never>?
    var isBackground = false
    var isClosed = false
    var failures = 0
    var isOffline = false
    var summary = Summary()
  }

  /// Opens the queue and adds the checkpoint pings of processes that have ended. Nothing is sent
  /// before ``start()`` or ``drain(failures:)``.
  ///
  /// - Parameters:
  ///   - collector: The server to which the pings are sent.
  ///   - store: The directory in which pings wait. They wait in memory if `store` is nil or cannot be used (error 13).
  ///   - appID: The application that the pings belong to.
  ///   - settings: The limits and delays of the queue, and the properties of the requests.
  ///   - random: The source of randomness in the delays.
  ///   - onProblem: Receives the problems, one after another, on a separate task. The engines also receive them.
  public convenience init(
    to collector: Collector,
    store: String?,
    appID: String,
    settings: Settings = Settings(),
    random: RandomSource = RandomSource(SystemRandomNumberGenerator()),
    onProblem: @escaping @Sendable (DeliveryProblem) -> Void = { _ in }
  ) {
    self.init(
      queue: PingQueue(store, appID: appID, settings: settings, onProblem: onProblem),
      transport: HTTPTransport(collector: collector.address, settings: settings),
      settings: settings,
      random: random
    )
  }

  init(
    queue: PingQueue,
    transport: any PingTransport,
    settings: Settings = Settings(),
    random: RandomSource
  ) {
    (self.queue, self.transport, self.random) = (queue, transport, random)
    let times = settings.configuration.queue
    let delays = [times.firstDelaySeconds, times.maxDelaySeconds].map {
      Duration.seconds(min(max(1, $0), 86_400))
    }
    backoff = Backoff(first: delays[0], longest: delays[1], jitter: 1...1.2)
  }

  /// The journal for the environment of an engine.
  public var journal: any PingJournal { queue }

  /// The current numbers. A store that cannot be read counts as empty and is reported as a problem.
  public var summary: Summary {
    var summary = state.withLock { $0.summary }
    (summary.waiting, summary.dropped) = queue.counts
    return summary
  }

  // MARK: - Runs

  /// Sends in the background, after an earlier ``drain(failures:)`` or ``pause()`` has ended.
  public func start() {
    state.withLock { state in
      guard !state.isBackground || state.run?.isCancelled ?? true else { return }
      begin(&state, isBackground: true) {
        repeat {
          _ = await self.pass(limit: .max)
          await self.queue.waitForMore()
        } while !Task.isCancelled
      }
    }
  }

  /// Stops sending until the next ``start()`` or ``drain(failures:)``. Waits for the answer to a request that has been
  /// sent; the other pings stay in the queue.
  public func pause() async {
    let run = state.withLock { state in
      state.run?.cancel()
      return state.run
    }
    await run?.value
  }

  /// Stops sending in the background. Then sends until the queue is empty, an engine is disabled, or `failures`
  /// consecutive attempts have failed. A second in which another queue sends or a store fails counts as a failed
  /// attempt. Returns early when the task is cancelled, or the delivery is paused or stopped.
  public func drain(failures: Int = 3) async {
    let run = state.withLock { state in
      if state.isBackground { state.run?.cancel() }
      begin(&state) {
        // The count starts at zero, so that earlier failures do not make the caller wait for minutes.
        self.state.withLock { $0.failures = 0 }
        while await self.pass(limit: failures), self.countFailure() < failures,
          await self.sleep(1000)
        {}
      }
      return state.run
    }
    await withTaskCancellationHandler {
      await run?.value
    } onCancel: {
      run?.cancel()
    }
  }

  /// Ends the delivery permanently: stops sending, lets other processes send, closes the queue and reports the last
  /// problems. Release the engines first: pings made after this call are only kept in memory.
  public func stop() async {
    state.withLock { $0.isClosed = true }
    await pause()
    for store in queue.stores { store.release() }
    await queue.close()
  }

  /// Starts a run after the current one has ended, unless the delivery is closed.
  private func begin(
    _ state: inout State,
    isBackground: Bool = false,
    _ body: @escaping @Sendable () async -> Void
  ) {
    guard !state.isClosed else { return }
    let before = state.run
    state.isBackground = isBackground
    state.run = Task {
      await before?.value
      if !Task.isCancelled { await body() }
    }
  }

  /// Sends the pings of each store, oldest first and one request at a time. Ends early when `limit` consecutive
  /// attempts have failed, an engine is disabled, or the task is cancelled. A failed ping is retried before later ones,
  /// to keep the order. Returns true if another queue is sending or a store currently fails.
  private func pass(limit: Int) async -> Bool {
    var isTaken = false
    for store in queue.stores {
      // Waiting pings are not sent while an engine is disabled.
      while !queue.isHeld {
        guard !Task.isCancelled else { return false }
        let next = queue.attempt("no ping is sent now", store.next) ?? .taken
        if next == .taken { isTaken = true }
        guard case .ping(let ping) = next else { break }
        // The request runs in a separate task, which is not cancelled with this one. After a cancelled request, it
        // would be unknown whether the ping was received.
        let (url, transport) = (ping.url(now: queue.now), transport)
        let answer = await Task { await transport.send(url) }.value
        let wait = judge(answer)
        let isNoted: Void? = queue.attempt("a ping may be sent twice") {
          try store.settle(ping, answer, at: queue.now)
        }
        if let wait {
          guard state.withLock({ $0.failures }) < limit, await sleep(wait) else { return false }
        }
        if isNoted == nil { return true }
      }
    }
    return isTaken
  }

  private func sleep(_ milliseconds: Int64) async -> Bool {
    await queue.clock.sleep(until: queue.clock.now + Double(milliseconds) / 1000)
    return !Task.isCancelled
  }

  // MARK: - Answers

  /// Counts and reports an answer. Returns the delay before the next attempt in milliseconds; nil
  /// when the next ping can be sent immediately.
  private func judge(_ answer: TransportAnswer) -> Int64? {
    switch answer {
    case .received:
      state.withLock { state in
        (state.failures, state.isOffline) = (0, false)
        state.summary.sent += 1
      }
      return nil
    case .refused(let code, let text):
      state.withLock { state in
        (state.failures, state.isOffline) = (0, false)
        state.summary.refused += 1
        state.summary.refusal = state.summary.refusal ?? text
      }
      let result = code == .failedSendPing ? "was refused" : "is not sent"
      queue.report(.log(code), "a ping \(result): \(text)")
      return nil
    case .failed(let reason, let explanation, let retryAfter):
      let isAnswer = reason.hasPrefix("http-")
      if isAnswer {
        state.withLock { $0.isOffline = false }
      } else {
        reportOffline(
          reason == "tls"
            ? "no TLS connection to the collector: check that it supports HTTPS and that its certificate is valid "
              + "and trusted here, or accept any certificate with insecure in --config"
            : "the collector cannot be reached: check address, network and server"
        )
      }
      let asked = retryAfter.flatMap { RetryAfter.milliseconds($0, now: queue.now) }
      let wait = fail(asked: asked ?? 0)
      queue.report(
        .log(isAnswer ? .failedSendPing : .failedSendHttpRequest),
        "\(explanation): the ping can be sent again in \(wait / 1000) s"
      )
      return wait
    }
  }

  private func countFailure() -> Int {
    state.withLock { state in
      state.failures += 1
      return state.failures
    }
  }

  /// Counts a failed attempt. Returns the delay before the next attempt in milliseconds: at least `asked`, the
  /// collector's `Retry-After` in milliseconds, which is limited to the longest delay.
  private func fail(asked: Int64 = 0) -> Int64 {
    let part = Double(random.number(below: 1 << 20)) / Double(1 << 20)
    let wait = Int64(backoff.wait(after: countFailure(), random: part) / .milliseconds(1))
    return max(wait, min(asked, Int64(backoff.longest / .milliseconds(1))))
  }

  /// Reports that the collector cannot be reached, unless this is already known.
  private func reportOffline(_ text: String) {
    let wasOffline = state.withLock { state in
      defer { state.isOffline = true }
      return state.isOffline
    }
    if !wasOffline { queue.report(.api(.networkConnectionFailure), text) }
  }

  // MARK: - Simulating a lost network

  /// Changes the waiting pings as if the network had been down from `start` to `end` (Unix seconds by the engines'
  /// clock): attempts to send the oldest ping fail as often as the delays allow, and pings made in this time are sent
  /// after `end`. Used when playback is faster than real time. Nothing may be sent during the call.
  public func passOffline(from start: Int64, to end: Int64) {
    guard start < end, !queue.isHeld else { return }
    for store in queue.stores {
      guard
        case .ping(let first) = queue.attempt("the failed attempts are not recorded", store.next)
      else { continue }
      let length = (end - min(max(start, first.createTime), end)) * 1000
      var (waited, count): (Int64, Int) = (0, 0)
      while waited < length {
        waited += fail()
        count += 1
      }
      // The next attempt is made immediately after the network returns.
      state.withLock { $0.failures = 0 }
      if count > 0 {
        reportOffline("the app is offline: wait for the network")
        let text = "the app is offline: failed attempts to send a ping: \(count)"
        queue.report(.log(.failedSendHttpRequest), text)
      }
      queue.attempt("the pings do not report the time offline") {
        if count > 0 { try store.fail(first, "offline", count: count) }
        try store.age(madeIn: start..<end)
      }
      return
    }
  }
}
