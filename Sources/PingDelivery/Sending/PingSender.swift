import NielsenAppApi
import Synchronization

/// Sends the pings of a queue, one request at a time, the oldest first. The first in line holds up
/// the rest, so that the order stays.
final class PingSender: Sendable {
  /// When to stop sending.
  enum End: Sendable {
    /// When the task is cancelled.
    case never
    /// When nothing waits, or after this many attempts in a row that failed.
    case empty(failures: Int)
  }

  /// How often to poll for pings of other processes, and for their end, in milliseconds.
  private static let pollInterval: Int64 = 1000
  /// How often to renew the lease during a long wait, in milliseconds.
  private static let renewalInterval: Int64 = 20_000

  private let queue: PingQueue
  private let transport: any PingTransport
  private let clock: any DeliveryClock
  private let state: Mutex<State>

  private struct State {
    var backoff: SendingDelays
    var isOffline = false
    var sent = 0
    var refused = 0
    var refusal: String?
  }

  init(queue: PingQueue, transport: any PingTransport, backoff: SendingDelays) {
    self.queue = queue
    self.transport = transport
    clock = queue.clock
    state = Mutex(State(backoff: backoff))
  }

  /// How many pings were received, how many refused, and why the first of these.
  var results: (sent: Int, refused: Int, refusal: String?) {
    state.withLock { ($0.sent, $0.refused, $0.refusal) }
  }

  /// Sends until `end`. When the task is cancelled, requests in flight still get their answers. For one task
  /// at a time.
  func run(until end: End) async {
    var failures = 0
    // A caller that waits for the end must not wait for minutes because of earlier failures.
    if case .empty = end { state.withLock { $0.backoff.reset() } }
    while !Task.isCancelled {
      let pass = await pass(&failures, until: end)
      switch (pass, end) {
      case (.gaveUp, _), (.empty, .empty): return
      case (.empty, .never): await pause(wakesUp: true)
      case (.taken, .never): await pause(wakesUp: false)
      case (.taken, .empty(let limit)):
        failures += 1
        guard failures < limit else { return }
        await pause(wakesUp: false)
      }
    }
  }

  /// Lets other processes send.
  func release() {
    for store in queue.stores {
      attempt("it stays reserved for a minute") { try store.releaseLease() }
    }
  }

  // MARK: - Passes

  private enum Pass {
    case empty
    /// Another process sends, or the store does not work now.
    case taken
    case gaveUp
  }

  /// Sends what there is in all stores.
  private func pass(_ failures: inout Int, until end: End) async -> Pass {
    var isTaken = false
    for store in queue.stores {
      // Waiting pings do not count as work until the engine is switched on again.
      if queue.isHeld { return .empty }
      switch await drain(store, &failures, until: end) {
      case .empty: continue
      case .taken: isTaken = true
      case .gaveUp: return .gaveUp
      }
    }
    return isTaken ? .taken : .empty
  }

  private func drain(_ store: QueueStore, _ failures: inout Int, until end: End) async -> Pass {
    var next = attempt("nothing is sent now") { try store.next(now: clock.now) }
    while case .ping(let ping) = next {
      guard !Task.isCancelled else { return .gaveUp }
      guard !queue.isHeld else { return .empty }
      let answer = await send(ping)
      let (outcome, wait) = judge(answer)
      next = attempt("a ping may be sent twice") {
        try store.settle(ping, outcome, now: clock.now)
      }
      guard let wait else {
        failures = 0
        continue
      }
      failures += 1
      if case .empty(let limit) = end, failures >= limit { return .gaveUp }
      guard next != nil, await sit(out: wait, renewing: store) else { return .gaveUp }
      next = attempt("nothing is sent now") { try store.next(now: clock.now) }
    }
    return next == .empty ? .empty : .taken
  }

  /// Sends in a task of its own: if a request were cut off, it would be unknown whether the ping was
  /// received.
  private func send(_ ping: QueuedPing) async -> TransportAnswer {
    let (url, transport) = (ping.url(now: clock.now), transport)
    return await Task { await transport.send(url) }.value
  }

  // MARK: - Answers

  /// The result to store for an answer, and the delay after it; nil: none.
  private func judge(
    _ answer: TransportAnswer
  ) -> (outcome: QueueStore.Outcome, wait: Int64?) {
    switch answer {
    case .received:
      state.withLock { state in
        state.backoff.reset()
        state.isOffline = false
        state.sent += 1
      }
      return (.received, nil)
    case .refused(let refusal):
      state.withLock { state in
        state.backoff.reset()
        state.refused += 1
        state.refusal = state.refusal ?? refusal.text
      }
      switch refusal {
      case .answered(let text):
        report(.log(.failedSendPing), "a ping was refused: \(text)")
        return (.refused(explanation: text), nil)
      case .impossible(let text):
        report(.log(.failedCreateRequest), "a ping is not sent: \(text)")
        return (.refused(explanation: text), nil)
      }
    case .busy(let status, let retryAfter):
      let wait = state.withLock { state in
        state.isOffline = false
        return state.backoff.next(asked: retryAfter)
      }
      report(
        .log(.failedSendPing),
        "the collector answered \(status): the ping is sent again in \(wait / 1000) s"
      )
      return (.failed(reason: "http-\(status)"), wait)
    case .noAnswer(let reason, let explanation):
      let (wait, isFirst) = state.withLock { state in
        defer { state.isOffline = true }
        return (state.backoff.next(asked: nil), !state.isOffline)
      }
      if isFirst {
        report(.api(.networkConnectionFailure), Self.explanation(ofNoAnswer: reason))
      }
      report(
        .log(.failedSendHttpRequest),
        "\(explanation): the ping is sent again in \(wait / 1000) s"
      )
      return (.failed(reason: reason), wait)
    }
  }

  private static func explanation(ofNoAnswer reason: String) -> String {
    reason == "tls"
      ? "no TLS connection to the collector: check that it speaks HTTPS and that its certificate is valid "
        + "and trusted here, or accept any with insecure in --config"
      : "the collector cannot be reached: see that it runs"
  }

  private func report(_ code: DeliveryProblem.Code, _ text: String) {
    queue.problems.report(DeliveryProblem(code, text))
  }

  /// The result of `body`; nil after an error, which is reported.
  private func attempt<Result>(_ consequence: String, _ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      queue.problems.report(PingQueue.problem(error, consequence))
      return nil
    }
  }

  // MARK: - Without a network

  /// See ``PingDelivery/passOffline(from:to:)``.
  func passOffline(from start: Int64, to end: Int64) {
    guard start < end, !queue.isHeld else { return }
    for store in queue.stores {
      guard case .ping(let first) = attempt("nothing is noted", { try store.next(now: clock.now) })
      else { continue }
      let begin = min(max(start, first.createTime), end)
      let failures = failOffline(for: end - begin)
      attempt("its pings do not report it") {
        try store.passOffline(first, failures: failures, from: start, to: end)
      }
      return
    }
  }

  /// How many attempts fail within `seconds`.
  private func failOffline(for seconds: Int64) -> Int {
    let (count, isFirst) = state.withLock { state in
      var (waited, count): (Int64, Int) = (0, 0)
      while waited < seconds * 1000 {
        waited += state.backoff.next(asked: nil)
        count += 1
      }
      // That the network is back is noticed at once.
      state.backoff.reset()
      defer { if count > 0 { state.isOffline = true } }
      return (count, !state.isOffline)
    }
    guard count > 0 else { return 0 }
    if isFirst {
      report(.api(.networkConnectionFailure), "the app is offline: wait for the network")
    }
    report(
      .log(.failedSendHttpRequest),
      "the app is offline: \(count) attempts to send a ping failed"
    )
    return count
  }

  // MARK: - Waiting

  /// Waits `milliseconds` and keeps the lease meanwhile; false when the task was cancelled or the
  /// lease lost.
  private func sit(out milliseconds: Int64, renewing store: QueueStore) async -> Bool {
    var rest = milliseconds
    while rest > 0 {
      let slice = min(rest, Self.renewalInterval)
      guard await sleep(slice) else { return false }
      rest -= slice
      guard rest > 0 else { return true }
      let next = attempt("nothing is sent now") { try store.next(now: clock.now) }
      if next == nil || next == .taken { return true }
    }
    return true
  }

  private func sleep(_ milliseconds: Int64) async -> Bool {
    do {
      try await clock.sleep(milliseconds: milliseconds)
      return true
    } catch {
      // Cancelled, which is all that a clock throws.
      return false
    }
  }

  /// Waits until the next poll is due. `wakesUp`: or until pings come in.
  private func pause(wakesUp: Bool) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await self.sleep(Self.pollInterval) }
      if wakesUp { group.addTask { await self.queue.arrivals.wait() } }
      await group.next()
      group.cancelAll()
    }
  }
}
