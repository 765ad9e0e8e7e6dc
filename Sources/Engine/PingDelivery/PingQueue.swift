import GRDB
import NielsenAppApi
import System

/// The queue for the pings of one application, on disk or in memory.
///
/// While a store works, ``commit(_:)`` returns after its pings are stored. A ping leaves the queue after it was received
/// or refused permanently, or when too many pings wait.
final class PingQueue: PingJournal {
  let checkpointInterval: Int64
  let clock: any TaskClock
  private let limit: Int
  private let keepsLookups: Bool
  private let state = Shared(State())
  /// Passes problems to another task because the thread that finds them may hold the lock of an engine.
  private let problems: AsyncStream<DeliveryProblem>.Continuation

  private struct State {
    var disk: PingStore?
    /// The store that is used if there is no directory or the disk fails.
    var memory: PingStore?
    var isDiskFailing = false
    var dropped = 0
    /// Set when pings may have become ready to send since the sender last checked.
    var more: Void?
    var listeners: [String: @Sendable (DeliveryProblem) -> Void] = [:]
    /// The instances that are disabled. An engine may be disabled before it opens the queue.
    var held: Set<String> = []
    /// A store problem that was found while no engine used the queue. The next engine receives it.
    var early: DeliveryProblem?
    var reporting: Task<Void, Never>?
  }

  /// Opens the queue of `appID` in `directory`, or in memory.
  init(
    _ directory: String?,
    appID: String,
    settings: PingDelivery.Settings = .init(),
    clock: any TaskClock = SystemClock(),
    onProblem: @escaping @Sendable (DeliveryProblem) -> Void = { _ in }
  ) {
    checkpointInterval = Int64(settings.configuration.queue.checkpointSeconds) * 1000
    limit = settings.configuration.queue.limit
    keepsLookups = settings.keepsLookups
    self.clock = clock
    let (found, problems) = AsyncStream.makeStream(of: DeliveryProblem.self)
    self.problems = problems
    let reporting = Task { [weak self] in
      for await problem in found {
        onProblem(problem)
        self?.tellEngines(problem)
      }
    }
    let disk = directory.flatMap { directory in
      attempt("the pings are kept in memory only") {
        let disk = try PingStore(directory: directory, appID: appID)
        try disk.recover()
        return disk
      }
    }
    let memory = attempt("no pings can be kept in memory") { try PingStore() }
    state.withLock { ($0.disk, $0.memory, $0.reporting) = (disk, memory, reporting) }
  }

  deinit { problems.finish() }

  /// The time in milliseconds since 1970.
  var now: Int64 { Int64((clock.unixTime * 1000).rounded()) }

  /// Stores the pings of a call and its checkpoint in one transaction. Lookups are stored only if
  /// the settings ask for them, because a late answer is useless.
  func commit(_ entry: PingJournalEntry) {
    let now = self.now
    func queued(_ pings: [Ping], _ recovery: Int64? = nil) -> [QueuedPing] {
      pings.filter { keepsLookups || $0.product != .tsv }
        .map { QueuedPing($0, queued: now, recovery: recovery) }
    }
    let pings = queued(entry.pings, entry.recoveryTime)
    var checkpoint: [QueuedPing]?
    if case .replaced(let pings) = entry.checkpoint { checkpoint = queued(pings) }
    guard !pings.isEmpty || checkpoint != nil else { return }
    let dropped = state.withLock { state in
      func add(to store: PingStore?, _ consequence: String) -> Int? {
        guard let store else { return nil }
        return attempt(consequence) {
          try store.add(pings, entry.instance, checkpoint: checkpoint, limit: limit)
        }
      }
      var dropped: Int?
      if !state.isDiskFailing {
        dropped = add(to: state.disk, "further pings are kept in memory only")
        state.isDiskFailing = dropped == nil
      }
      let lost = pings.count == 1 ? "a ping is lost" : "\(pings.count) pings are lost"
      let count = dropped ?? add(to: state.memory, lost) ?? 0
      state.dropped += count
      if !pings.isEmpty { state.more = () }
      return count
    }
    for _ in 0..<dropped {
      report(
        .log(.failedSendPing),
        "a ping was dropped because more than \(limit) pings are waiting: check the collector, "
          + "or raise queue.limit"
      )
    }
  }

  // MARK: - Engines

  /// Adds an engine. If a store problem was found earlier and no engine has received it, the engine receives it soon.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
    let early = state.withLock { state in
      state.listeners[instance] = onProblem
      return state.early.take()
    }
    if let early { Task { onProblem(early) } }
  }

  func hold(_ instance: String, _ isHeld: Bool) {
    state.withLock { state in
      if isHeld { state.held.insert(instance) } else { state.held.remove(instance) }
      state.more = ()
    }
  }

  func forgetFirstPartyID() {
    for store in stores {
      attempt("waiting pings keep the first-party id") { try store.forgetFirstPartyID() }
    }
  }

  func close(_ instance: String) {
    state.withLock { state in
      state.listeners[instance] = nil
      state.held.remove(instance)
      state.more = ()
    }
  }

  /// Reports a problem to all engines, in the order of their session ids.
  private func tellEngines(_ problem: DeliveryProblem) {
    let listeners = state.withLock { state in
      if state.listeners.isEmpty, problem.code == .log(.failedAccessDatabase) {
        state.early = state.early ?? problem
      }
      return state.listeners
    }
    for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener(problem) }
  }

  // MARK: - For the sender

  var isHeld: Bool { state.read { !$0.held.isEmpty } }

  /// The stores, in the order in which their pings are sent.
  var stores: [PingStore] { state.read { [$0.disk, $0.memory].compactMap { $0 } } }

  /// Waits until there may be more to send, but at most `seconds`, because other processes also add
  /// pings, and the sending process may end.
  func waitForMore(atMost seconds: Double = 1) async {
    _ = await state.wait(atMost: seconds) { $0.more.take() }
  }

  var counts: (waiting: Int, dropped: Int) {
    let waiting = stores.compactMap { attempt("its waiting pings are not counted", $0.waiting) }
    return (waiting.reduce(0, +), state.read { $0.dropped })
  }

  /// Closes the store on disk and returns after all problems so far have been reported. Later
  /// problems are not reported.
  func close() async {
    let (disk, reporting) = state.withLock { ($0.disk.take(), $0.reporting) }
    attempt("the queue's file is cleaned up when it is next opened") { try disk?.close() }
    problems.finish()
    await reporting?.value
  }

  func report(_ code: DeliveryProblem.Code, _ text: String) {
    problems.yield(DeliveryProblem(code, text))
  }

  /// The result of `body`; nil after an error, which is reported with `consequence`.
  @discardableResult
  func attempt<Result>(_ consequence: String, _ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      let reason =
        switch error {
        case let error as DatabaseError: error.message ?? error.resultCode.description
        // The description of this error would reveal the values of the row.
        case is RowDecodingError: "a row has a value of the wrong type"
        default: "\(error)"
        }
      report(
        .log(.failedAccessDatabase),
        "the ping queue: \(reason): \(consequence): make the store directory usable or use another"
      )
      return nil
    }
  }
}
