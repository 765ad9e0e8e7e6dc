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
/// Every ping is on disk when the call that made it returns, and stays there until the collector has it: at least once,
/// in order. Several processes may use one directory: all add pings, one sends. The engine's delegate receives what goes
/// wrong, and while an engine is disabled (`appDisableApi`, or no configuration), nothing is sent. If the process is
/// killed between the answer and the note of it, one ping is sent twice; `rnd` and `sessionId` identify the copy.
public final class PingDelivery: Sendable {
  /// The settings.
  public struct Settings: Sendable {
    /// The limits and times of the queue, and the hosts that are refused beside those of production.
    public var configuration = EngineConfiguration()
    /// Whether time-shift lookups are sent as pings too, for a collector that is to see all that an app sends.
    public var keepsLookups = false
    /// The `User-Agent` of the requests.
    public var userAgent = "id3tap"
    /// Whether any certificate of the collector is accepted, such as one that it signed itself.
    public var isInsecure = false
    /// A PEM file with the certificates that are trusted besides those of the system.
    public var caFile: String?

    /// Makes the settings of the specification.
    public init() {}
  }

  /// The results of the pings.
  public struct Summary: Sendable, Equatable {
    /// Pings that the collector received from this sender.
    public var sent = 0
    /// Pings that were refused permanently; a store keeps them for inspection.
    public var refused = 0
    /// Why the first of them was.
    public var refusal: String?
    /// Pings that wait to be sent.
    public var waiting = 0
    /// Pings that were dropped because too many waited.
    public var dropped = 0
  }

  let queue: PingQueue
  private let transport: any PingTransport
  /// The waits after failed attempts: each twice as long as the one before, and up to a fifth more, so that senders
  /// that failed together do not come back together.
  private let backoff: Backoff
  private let random: RandomSource
  private let state = Mutex(State())

  private struct State {
    /// The run of the sender: the next one begins when it has ended.
    var run: Task<Void, Never>?
    var isBackground = false
    var isClosed = false
    /// Failed attempts in a row.
    var failures = 0
    var isOffline = false
    var summary = Summary()
  }

  /// Opens the queue and appends the pings that processes that are gone did not queue. Nothing is sent before
  /// ``start()`` or ``drain(failures:)``.
  ///
  /// - Parameters:
  ///   - collector: Where the pings are sent.
  ///   - store: The directory in which they wait; nil, or one that cannot be used (problem 13): they wait in memory.
  ///   - appID: The application that the pings belong to.
  ///   - settings: Limits, times and what requests say.
  ///   - random: The random part of the waits.
  ///   - onProblem: Receives what goes wrong, one after the other, on a task of its own. So do the engines.
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

  /// The numbers of now. A store that cannot be read counts as empty, and is a problem.
  public var summary: Summary {
    var summary = state.withLock { $0.summary }
    (summary.waiting, summary.dropped) = queue.counts
    return summary
  }

  // MARK: - Runs, one at a time

  /// Sends in the background, after a ``drain(failures:)`` or a ``pause()`` that is not over yet.
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

  /// Stops sending: a request in flight gets its answer, the rest waits. ``start()`` continues.
  public func pause() async {
    let run = state.withLock { state in
      state.run?.cancel()
      return state.run
    }
    await run?.value
  }

  /// Sends until nothing waits, or until `failures` attempts in a row have failed, and not in the
  /// background any more. Returns early when the task is cancelled.
  public func drain(failures: Int = 3) async {
    let run = state.withLock { state in
      if state.isBackground { state.run?.cancel() }
      begin(&state) {
        // The caller must not wait for minutes because of earlier failures.
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

  /// Ends permanently: stops sending, lets other processes send, closes the queue and reports the last
  /// problems. Pings that engines make later are kept in memory only; release the engines first.
  public func stop() async {
    state.withLock { $0.isClosed = true }
    await pause()
    for store in queue.stores { store.release() }
    await queue.close()
  }

  /// Begins a run when the one before has ended.
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

  /// Sends the pings of all stores, one request at a time, the oldest first, until `limit` attempts in a row have failed.
  /// The first in line holds up the rest, so that the order stays. True when another process sends, or a store does not
  /// work now.
  private func pass(limit: Int) async -> Bool {
    var isTaken = false
    for store in queue.stores {
      // Waiting pings do not count as work until the engine is switched on again.
      while !queue.isHeld {
        guard !Task.isCancelled else { return false }
        let next = queue.attempt("nothing is sent now", store.next) ?? .taken
        if next == .taken { isTaken = true }
        guard case .ping(let ping) = next else { break }
        // In a task of its own: if a request were cut off, it would be unknown whether the ping was received.
        let (url, transport) = (ping.url(now: queue.clock.now), transport)
        let answer = await Task { await transport.send(url) }.value
        let wait = judge(answer)
        let isNoted: Void? = queue.attempt("a ping may be sent twice") {
          try store.settle(ping, answer, at: queue.clock.now)
        }
        if let wait {
          guard state.withLock({ $0.failures }) < limit, await sleep(wait) else { return false }
        }
        if isNoted == nil { return true }
      }
    }
    return isTaken
  }

  /// Waits; false when the task is cancelled, which is all that a clock throws.
  private func sleep(_ milliseconds: Int64) async -> Bool {
    (try? await queue.clock.sleep(milliseconds: milliseconds)) != nil
  }

  // MARK: - Answers

  /// Counts and reports an answer; gives the wait after it in milliseconds; nil: the next ping follows at once.
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
        state.failures = 0
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
            ? "no TLS connection to the collector: check that it speaks HTTPS and that its certificate is valid "
              + "and trusted here, or accept any with insecure in --config"
            : "the collector cannot be reached: see that it runs"
        )
      }
      let asked = retryAfter.flatMap { RetryAfter.milliseconds($0, now: queue.clock.now) }
      let wait = fail(asked: asked ?? 0)
      queue.report(
        .log(isAnswer ? .failedSendPing : .failedSendHttpRequest),
        "\(explanation): the ping is sent again in \(wait / 1000) s"
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

  /// Counts a failed attempt; gives the wait before the next one in milliseconds: at least the one that the collector
  /// asked for, but no longer than the longest.
  private func fail(asked: Int64 = 0) -> Int64 {
    let part = Double(random.number(below: 1 << 20)) / Double(1 << 20)
    let wait = Int64(backoff.wait(after: countFailure(), random: part) / .milliseconds(1))
    return max(wait, min(asked, Int64(backoff.longest / .milliseconds(1))))
  }

  /// Reports the loss of the network once.
  private func reportOffline(_ text: String) {
    let wasOffline = state.withLock { state in
      defer { state.isOffline = true }
      return state.isOffline
    }
    if !wasOffline { queue.report(.api(.networkConnectionFailure), text) }
  }

  // MARK: - Without a network

  /// Does to the pings that wait what sending would have done without a network from `start` to `end`, in Unix seconds
  /// by the clock of the engines: attempts to send the oldest fail, as often as the waits between them allow, and all are
  /// sent the later. For playing that is faster than time; nothing may be sent meanwhile.
  public func passOffline(from start: Int64, to end: Int64) {
    guard start < end, !queue.isHeld else { return }
    for store in queue.stores {
      guard case .ping(let first) = queue.attempt("nothing is noted", store.next) else { continue }
      let length = (end - min(max(start, first.createTime), end)) * 1000
      var (waited, count): (Int64, Int) = (0, 0)
      while waited < length {
        waited += fail()
        count += 1
      }
      // That the network is back is noticed at once.
      state.withLock { $0.failures = 0 }
      if count > 0 {
        reportOffline("the app is offline: wait for the network")
        let text = "the app is offline: \(count) attempts to send a ping failed"
        queue.report(.log(.failedSendHttpRequest), text)
      }
      queue.attempt("its pings do not report it") {
        if count > 0 { try store.fail(first, "offline", count: count) }
        try store.age(madeIn: start..<end)
      }
      return
    }
  }
}
