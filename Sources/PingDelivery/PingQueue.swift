import GRDB
import NielsenAppApi
import Synchronization
import System

/// The time of the queue and its sender, in milliseconds since 1970.
protocol DeliveryClock: Sendable {
  var now: Int64 { get }
  /// Waits; throws `CancellationError` when the task is cancelled.
  func sleep(milliseconds: Int64) async throws
}

struct SystemDeliveryClock: DeliveryClock {
  var now: Int64 { SystemClock.milliseconds() }

  func sleep(milliseconds: Int64) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }
}

/// The durable queue of the pings of one application.
///
/// A ping is on disk when ``commit(_:)`` returns. It leaves the queue when a collector has received
/// it, or refused it permanently.
final class PingQueue: PingJournal {
  let checkpointInterval: Int64
  let clock: any DeliveryClock
  private let limit: Int
  private let keepsLookups: Bool
  private let state = Mutex(State())
  /// Takes problems off the thread that found them, which may hold the lock of an engine.
  private let problems: AsyncStream<DeliveryProblem>.Continuation
  private let reporting = Mutex<Task<Void, Never>?>(nil)

  private static let earlyLimit = 8

  private struct State {
    /// The store on disk, if it could be opened, and one in memory, which takes over when the disk fails.
    var stores: [PingStore] = []
    /// How many of them failed.
    var failed = 0
    var dropped = 0
    /// The engines' listeners for problems, by instance.
    var listeners: [String: @Sendable (DeliveryProblem) -> Void] = [:]
    /// The instances that are disabled. An engine may be so before it opens the queue.
    var held: Set<String> = []
    /// Problems with the store from before there was an engine.
    var early: [DeliveryProblem] = []
    var wake: AsyncStream<Void>.Continuation?
  }

  /// Opens the queue of `appID` in `directory`, or in memory.
  init(
    _ directory: String?,
    appID: String,
    settings: PingDelivery.Settings = .init(),
    clock: any DeliveryClock = SystemDeliveryClock(),
    onProblem: @escaping @Sendable (DeliveryProblem) -> Void = { _ in }
  ) {
    checkpointInterval = Int64(settings.configuration.queue.checkpointSeconds) * 1000
    limit = settings.configuration.queue.limit
    keepsLookups = settings.keepsLookups
    self.clock = clock
    let (found, problems) = AsyncStream.makeStream(of: DeliveryProblem.self)
    self.problems = problems
    let task = Task { [weak self] in
      for await problem in found {
        onProblem(problem)
        self?.tellEngines(problem)
      }
    }
    reporting.withLock { $0 = task }
    var stores: [PingStore] = []
    if let directory {
      attempt("the pings are kept in memory only") {
        let disk = try PingStore(directory: directory, appID: appID) { problems.yield($0) }
        try disk.recover()
        stores.append(disk)
      }
    }
    attempt("no pings can be kept in memory") { stores.append(try PingStore()) }
    state.withLock { $0.stores = stores }
  }

  deinit { problems.finish() }

  /// Keeps the pings of a call and the checkpoint after it in one step. Lookups are kept only
  /// where the settings say so: an answer that comes late is of no use.
  func commit(_ entry: PingJournalEntry) {
    let now = clock.now
    func queued(_ pings: [Ping], _ recovery: Int64? = nil) -> [QueuedPing] {
      pings.filter { keepsLookups || $0.product != .tsv }
        .map { QueuedPing($0, queued: now, recovery: recovery) }
    }
    let pings = queued(entry.pings, entry.recoveryTime)
    var checkpoint: [QueuedPing]?
    if case .replaced(let pings) = entry.checkpoint { checkpoint = queued(pings) }
    guard !pings.isEmpty || checkpoint != nil else { return }
    state.withLock { state in
      for (index, store) in state.stores.enumerated().dropFirst(state.failed) {
        let isLast = index == state.stores.count - 1
        let dropped = attempt(
          isLast ? "\(pings.count) pings are lost" : "further pings are kept in memory only"
        ) {
          try store.add(pings, entry.instance, checkpoint: checkpoint, limit: limit)
        }
        if let dropped {
          state.dropped += dropped
          for _ in 0..<dropped {
            report(
              .log(.failedSendPing),
              "dropped: queue full: a ping, as more than \(limit) wait: let the collector be reached sooner, "
                + "or raise queue.limit"
            )
          }
          return
        }
        if !isLast { state.failed += 1 }
      }
    }
    if !pings.isEmpty { wake() }
  }

  // MARK: - Engines

  /// Adds an engine, which later receives what was wrong with the store from the beginning.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
    let early = state.withLock { state in
      state.listeners[instance] = onProblem
      defer { state.early = [] }
      return state.early
    }
    Task { early.forEach(onProblem) }
  }

  func hold(_ instance: String, _ isHeld: Bool) {
    state.withLock { state in
      if isHeld { state.held.insert(instance) } else { state.held.remove(instance) }
    }
    if !isHeld { wake() }
  }

  func forgetFirstPartyID() {
    for store in stores {
      attempt("pings that wait keep the first-party id") { try store.forgetFirstPartyID() }
    }
  }

  func close(_ instance: String) {
    state.withLock { state in
      state.listeners[instance] = nil
      state.held.remove(instance)
    }
    wake()
  }

  /// Reports to all engines, in the order of their instances.
  private func tellEngines(_ problem: DeliveryProblem) {
    let listeners = state.withLock { state in
      if state.listeners.isEmpty, problem.code == .log(.failedAccessDatabase),
        state.early.count < Self.earlyLimit
      {
        state.early.append(problem)
      }
      return state.listeners
    }
    for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener(problem) }
  }

  // MARK: - For the sender

  /// Whether nothing is to be sent, as an engine is disabled.
  var isHeld: Bool { state.withLock { !$0.held.isEmpty } }

  /// The stores in the order in which they are sent.
  var stores: [PingStore] { state.withLock { $0.stores } }

  /// An element whenever there may be more to send, from now on; those that nobody waits for count once. It takes the
  /// place of the one before.
  func wakes() -> AsyncStream<Void> {
    let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.wake = wake }
    return stream
  }

  /// Wakes the sender.
  func wake() { state.withLock { _ = $0.wake?.yield() } }

  /// What the queue knows of its pings.
  var counts: PingDelivery.Summary {
    var counts = PingDelivery.Summary(dropped: state.withLock { $0.dropped })
    for store in stores {
      counts.waiting += attempt("its pings are not counted", store.waiting) ?? 0
    }
    return counts
  }

  /// Closes the store on disk, and returns when all problems so far have been reported. Later ones are not.
  func close() async {
    let disk = state.withLock { state -> PingStore? in
      state.failed = 0
      return state.stores.count > 1 ? state.stores.removeFirst() : nil
    }
    attempt("its file is tidied up the next time") { try disk?.close() }
    problems.finish()
    await reporting.withLock { $0 }?.value
  }

  /// Reports a problem to the listener and the engines.
  func report(_ code: DeliveryProblem.Code, _ text: String) {
    problems.yield(DeliveryProblem(code, text))
  }

  /// The result of `body`; nil after an error, which is reported with its consequence.
  @discardableResult
  func attempt<Result>(_ consequence: String, _ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      let failure = error as? DatabaseError
      let reason = failure.map { $0.message ?? $0.resultCode.description } ?? "\(error)"
      report(
        .log(.failedAccessDatabase),
        "the queue of pings: \(reason): \(consequence): make its directory usable or name another one"
      )
      return nil
    }
  }
}
