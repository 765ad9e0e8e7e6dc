import GRDB
import NielsenAppApi
import Synchronization
import System

/// The time of the queue and its sender.
public protocol DeliveryClock: Sendable {
  /// Milliseconds since 1970.
  var now: Int64 { get }

  /// Waits.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(milliseconds: Int64) async throws
}

/// The clock of the system.
public struct SystemDeliveryClock: DeliveryClock {
  /// Makes the clock.
  public init() {}

  /// Milliseconds since 1970.
  public var now: Int64 { SystemClock.milliseconds() }

  /// Waits; throws `CancellationError` when the task is cancelled.
  public func sleep(milliseconds: Int64) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }
}

/// The durable queue of the pings of one application.
///
/// A ping is on disk when ``commit(_:)`` returns. It leaves the queue when a collector has received
/// it, or refused it permanently. Several queues, also of several processes, may use one directory: all
/// add pings, one sends.
public final class PingQueue: PingJournal {
  /// Where the queue is kept.
  public enum Location: Sendable, Equatable {
    /// A directory, which is made where it is missing.
    case directory(String)
    /// In memory, as long as the queue exists.
    case memory
  }

  /// The settings.
  public struct Settings: Sendable {
    /// How many pings may wait; 0: any number.
    public var limit = 300
    /// The time of playing between two checkpoints, in milliseconds.
    public var checkpointInterval: Int64 = 10_000
    /// Whether time-shift lookups are sent as pings too, for a collector that is to see all that an app
    /// sends. Their answers are not used: to use codes, give the engine a responder.
    public var keepsLookups = false

    /// Makes the settings of the specification.
    public init() {}
  }

  /// The numbers of a queue.
  public struct Counts: Sendable, Equatable {
    /// Pings that wait to be sent.
    public var waiting = 0
    /// Pings that were refused permanently and are kept for inspection.
    public var refused = 0
    /// Pings that this queue dropped because too many waited.
    public var dropped = 0
    /// Pings of processes that ended without closing their viewing session.
    public var recovered = 0
  }

  /// The time of playing between two checkpoints, in milliseconds.
  public let checkpointInterval: Int64

  let clock: any DeliveryClock
  private let limit: Int
  private let keepsLookups: Bool
  private let state = Mutex(State())
  private let engines: Engines
  /// Takes problems off the thread that found them, which may hold the lock of an engine.
  private let problems: AsyncStream<DeliveryProblem>.Continuation
  private let reporting: Task<Void, Never>

  private struct State {
    /// The store on disk, if it could be opened, and one in memory, which takes over when the disk fails.
    var stores: [PingStore] = []
    /// How many of them failed.
    var failed = 0
    var dropped = 0
    var recovered = 0
    var wake: AsyncStream<Void>.Continuation?
  }

  /// Opens the queue of `appID` and appends the pings that processes that are gone did not queue.
  ///
  /// - Parameters:
  ///   - location: Where the queue is kept. A directory that cannot be used is a problem (13), and
  ///     the queue is in memory then.
  ///   - appID: The application.
  ///   - settings: The limit and the distance of checkpoints.
  ///   - clock: The time at which pings come in and are sent.
  ///   - onProblem: Receives what goes wrong, one after the other, on a task of its own. So do the
  ///     engines that use the queue as journal.
  public init(
    _ location: Location,
    appID: String,
    settings: Settings = Settings(),
    clock: any DeliveryClock = SystemDeliveryClock(),
    onProblem: @escaping @Sendable (DeliveryProblem) -> Void = { _ in }
  ) {
    checkpointInterval = settings.checkpointInterval
    limit = settings.limit
    keepsLookups = settings.keepsLookups
    self.clock = clock
    let engines = Engines()
    let (found, problems) = AsyncStream.makeStream(of: DeliveryProblem.self)
    (self.engines, self.problems) = (engines, problems)
    reporting = Task {
      for await problem in found {
        onProblem(problem)
        engines.report(problem)
      }
    }
    var stores: [PingStore] = []
    if case .directory(let path) = location {
      attempt("the pings are kept in memory only") {
        let disk = try PingStore(directory: path, appID: appID) { problems.yield($0) }
        let count = try disk.recover()
        state.withLock { $0.recovered = count }
        stores.append(disk)
      }
    }
    attempt("no pings can be kept in memory") { stores.append(try PingStore()) }
    state.withLock { $0.stores = stores }
  }

  deinit { problems.finish() }

  /// Keeps the pings of a call and the checkpoint after it in one step. Lookups are kept only
  /// where the settings say so: an answer that comes late is of no use.
  public func commit(_ entry: PingJournalEntry) {
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
          return (0..<dropped).forEach { _ in report(.log(.failedSendPing), fullQueue) }
        }
        if !isLast { state.failed += 1 }
      }
    }
    if !pings.isEmpty { wake() }
  }

  private var fullQueue: String {
    "dropped: queue full: a ping, as more than \(limit) wait: let the collector be reached sooner, "
      + "or raise queue.limit"
  }

  // MARK: - Engines

  /// An engine begins to use the queue: it receives problems.
  public func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
    engines.open(instance, onProblem: onProblem)
  }

  /// An engine is disabled, or is not any more.
  public func hold(_ instance: String, _ isHeld: Bool) {
    engines.hold(instance, isHeld)
    if !isHeld { wake() }
  }

  /// What waits, or may have to be sent, loses the first-party id.
  public func forgetFirstPartyID() {
    for store in stores {
      attempt("pings that wait keep the first-party id") { try store.forgetFirstPartyID() }
    }
  }

  /// An engine ends.
  public func close(_ instance: String) {
    engines.close(instance)
    wake()
  }

  // MARK: - For the sender

  /// Whether nothing is to be sent, as an engine is disabled.
  var isHeld: Bool { engines.isHeld }

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

  /// The numbers of now. A store that cannot be read counts as empty, and is a problem.
  public var counts: Counts {
    var counts = state.withLock { Counts(dropped: $0.dropped, recovered: $0.recovered) }
    for store in stores {
      let (waiting, refused) = attempt("its pings are not counted", store.counts) ?? (0, 0)
      counts.waiting += waiting
      counts.refused += refused
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
    await reporting.value
  }

  // MARK: - Problems

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
      var reason = "\(error)"
      if let error = error as? DatabaseError {
        reason = error.message ?? error.resultCode.description
      } else if error is PingStore.NewerVersion {
        reason = "a newer version wrote it"
      }
      report(
        .log(.failedAccessDatabase),
        "the queue of pings: \(reason): \(consequence): make its directory usable or name another one"
      )
      return nil
    }
  }
}

/// The engines that use a queue.
private final class Engines: Sendable {
  private struct State {
    /// The listeners for problems, by instance.
    var listeners: [String: @Sendable (DeliveryProblem) -> Void] = [:]
    /// The instances that are disabled. An engine may be so before it opens the queue.
    var held: Set<String> = []
    /// Problems with the store from before there was an engine.
    var early: [DeliveryProblem] = []
  }

  private static let earlyLimit = 8
  private let state = Mutex(State())

  /// Whether an engine is disabled: then nothing is sent.
  var isHeld: Bool { state.withLock { !$0.held.isEmpty } }

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
  }

  func close(_ instance: String) {
    state.withLock { state in
      state.listeners[instance] = nil
      state.held.remove(instance)
    }
  }

  /// Reports to all engines, in the order of their instances.
  func report(_ problem: DeliveryProblem) {
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
}
