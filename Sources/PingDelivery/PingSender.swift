import HTTP
import NielsenAppApi
import Synchronization

/// Sends the pings of a queue, one request at a time, the oldest first. The first in line holds up
/// the rest, so that the order stays.
final class PingSender: Sendable {
  /// How often to look for pings of other processes, and for their end, in milliseconds.
  private static let pollInterval: Int64 = 1000
  private static let day: Int64 = 86_400_000

  private let queue: PingQueue
  private let transport: any PingTransport
  /// The waits after failed attempts: each twice as long as the one before, and up to a fifth more, so that senders
  /// that failed together do not come back together.
  private let backoff: Backoff
  private let random: RandomSource
  private let state = Mutex(State())

  private struct State {
    /// Failed attempts in a row.
    var failures = 0
    var isOffline = false
    var sent = 0
    var refused = 0
    var refusal: String?
  }

  init(
    queue: PingQueue,
    transport: any PingTransport,
    settings: PingDelivery.Settings = PingDelivery.Settings(),
    random: RandomSource
  ) {
    self.queue = queue
    self.transport = transport
    self.random = random
    let delays = [settings.firstDelay, settings.longestDelay].map {
      Duration.milliseconds(min(max(1, $0), Self.day))
    }
    backoff = Backoff(first: delays[0], longest: delays[1], jitter: 1...1.2)
  }

  /// How many pings were received, how many refused, and why the first of these.
  var results: (sent: Int, refused: Int, refusal: String?) {
    state.withLock { ($0.sent, $0.refused, $0.refusal) }
  }

  // MARK: - Runs, one at a time

  /// Sends until the task is cancelled. A request that is being made still gets its answer.
  func run() async {
    let wakes = queue.wakes()
    await withTaskGroup { group in
      group.addTask {
        repeat { self.queue.wake() } while await self.sleep(Self.pollInterval)
      }
      for await _ in wakes { _ = await pass(limit: .max) }
      group.cancelAll()
    }
  }

  /// Sends until nothing waits, `limit` attempts in a row have failed, or the task is cancelled.
  func drain(failures limit: Int) async {
    // The caller must not wait for minutes because of earlier failures.
    state.withLock { $0.failures = 0 }
    while await pass(limit: limit) == .taken {
      let failures = state.withLock { state in
        state.failures += 1
        return state.failures
      }
      guard failures < limit, await sleep(Self.pollInterval) else { return }
    }
  }

  /// Lets other processes send.
  func release() {
    for store in queue.stores { store.release() }
  }

  private enum Pass {
    case empty
    /// Another process sends, or the store does not work now.
    case taken
    case gaveUp
  }

  /// Sends the pings of all stores.
  private func pass(limit: Int) async -> Pass {
    var result = Pass.empty
    for store in queue.stores {
      // Waiting pings do not count as work until the engine is switched on again.
      while !queue.isHeld {
        guard !Task.isCancelled else { return .gaveUp }
        let next = queue.attempt("nothing is sent now", store.next) ?? .taken
        if next == .taken { result = .taken }
        guard case .ping(let ping) = next else { break }
        let (outcome, wait) = judge(await send(ping))
        let isNoted: Void? = queue.attempt("a ping may be sent twice") {
          try store.settle(ping, outcome)
        }
        if let wait {
          guard state.withLock({ $0.failures }) < limit, await sleep(wait) else { return .gaveUp }
        }
        if isNoted == nil { return .taken }
      }
    }
    return result
  }

  /// Sends in a task of its own: if a request were cut off, it would be unknown whether the ping was
  /// received.
  private func send(_ ping: QueuedPing) async -> TransportAnswer {
    let (url, transport) = (ping.url(now: queue.clock.now), transport)
    return await Task { await transport.send(url) }.value
  }

  /// Waits; false when the task is cancelled, which is all that a clock throws.
  private func sleep(_ milliseconds: Int64) async -> Bool {
    do {
      try await queue.clock.sleep(milliseconds: milliseconds)
      return true
    } catch {
      return false
    }
  }

  // MARK: - Answers

  /// The result to store for an answer, and the wait after it in milliseconds; nil: none.
  private func judge(_ answer: TransportAnswer) -> (outcome: PingStore.Outcome, wait: Int64?) {
    switch answer {
    case .received:
      state.withLock { state in
        state.failures = 0
        state.isOffline = false
        state.sent += 1
      }
      return (.received, nil)
    case .refused(let code, let text):
      state.withLock { state in
        state.failures = 0
        state.refused += 1
        state.refusal = state.refusal ?? text
      }
      queue.report(
        .log(code),
        "a ping \(code == .failedSendPing ? "was refused" : "is not sent"): \(text)"
      )
      return (.refused(explanation: text, at: queue.clock.now), nil)
    case .busy(let status, let retryAfter):
      let wait = state.withLock { state in
        state.isOffline = false
        return fail(&state, asked: retryAfter)
      }
      queue.report(
        .log(.failedSendPing),
        "the collector answered \(status): the ping is sent again in \(wait / 1000) s"
      )
      return (.failed(reason: "http-\(status)"), wait)
    case .noAnswer(let reason, let explanation):
      let wait = state.withLock { fail(&$0) }
      goOffline(
        reason == "tls"
          ? "no TLS connection to the collector: check that it speaks HTTPS and that its certificate is valid "
            + "and trusted here, or accept any with insecure in --config"
          : "the collector cannot be reached: see that it runs"
      )
      queue.report(
        .log(.failedSendHttpRequest),
        "\(explanation): the ping is sent again in \(wait / 1000) s"
      )
      return (.failed(reason: reason), wait)
    }
  }

  /// Counts a failed attempt; gives the wait before the next one in milliseconds: at least the one that the collector
  /// asked for, but no longer than the longest.
  private func fail(_ state: inout State, asked: Int64? = nil) -> Int64 {
    state.failures += 1
    let part = Double(random.number(below: 1 << 20)) / Double(1 << 20)
    let wait = Int64(backoff.wait(after: state.failures, random: part) / .milliseconds(1))
    return max(wait, min(asked ?? 0, Int64(backoff.longest / .milliseconds(1))))
  }

  /// Reports the loss of the network once.
  private func goOffline(_ text: String) {
    let wasOffline = state.withLock { state in
      defer { state.isOffline = true }
      return state.isOffline
    }
    if !wasOffline { queue.report(.api(.networkConnectionFailure), text) }
  }

  // MARK: - Without a network

  /// See ``PingDelivery/passOffline(from:to:)``.
  func passOffline(from start: Int64, to end: Int64) {
    guard start < end, !queue.isHeld else { return }
    for store in queue.stores {
      guard case .ping(let first) = queue.attempt("nothing is noted", store.next) else { continue }
      let begin = min(max(start, first.createTime), end)
      let count = state.withLock { state in
        var (waited, count): (Int64, Int) = (0, 0)
        while waited < (end - begin) * 1000 {
          waited += fail(&state)
          count += 1
        }
        // That the network is back is noticed at once.
        state.failures = 0
        return count
      }
      if count > 0 {
        goOffline("the app is offline: wait for the network")
        queue.report(
          .log(.failedSendHttpRequest),
          "the app is offline: \(count) attempts to send a ping failed"
        )
      }
      queue.attempt("its pings do not report it") {
        if count > 0 { try store.settle(first, .failed(reason: "offline", count: count)) }
        try store.age(madeIn: start..<end)
      }
      return
    }
  }
}
