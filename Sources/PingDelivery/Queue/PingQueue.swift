import GRDB
import NielsenAppApi
import Synchronization

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

  /// Problems that were not reported yet.
  let problems: ProblemOutlet
  let clock: any DeliveryClock
  private let limit: Int
  private let keepsLookups: Bool
  private let state: Mutex<State>
  private let clients = QueueClients()
  /// Signals new pings to the sender.
  let arrivals = Arrivals()

  private struct State {
    /// The store on disk; nil when it could not be opened.
    var disk: QueueStore?
    /// Takes over when the disk fails.
    var memory: QueueStore?
    var isDiskBroken = false
    var dropped = 0
    var recovered = 0
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
    problems = ProblemOutlet { [clients] problem in
      onProblem(problem)
      clients.report(problem)
    }
    var state = State()
    do {
      switch location {
      case .memory: state.memory = try QueueStore()
      case .directory(let path):
        let disk = try QueueStore(directory: path, appID: appID, problems: problems)
        state.recovered = try disk.recover()
        state.disk = disk
      }
    } catch {
      problems.report(Self.problem(error, "the pings are kept in memory only"))
    }
    self.state = Mutex(state)
  }

  /// Keeps the pings of a call and the checkpoint after it in one step. Lookups are kept only
  /// where the settings say so: an answer that comes late is of no use.
  public func commit(_ entry: PingJournalEntry) {
    let now = clock.now
    var pings = queued(entry.pings, now: now)
    if let time = entry.recoveryTime { pings = pings.map { $0.recovered(at: time) } }
    var checkpoint: [QueuedPing]?
    if case .replaced(let pings) = entry.checkpoint { checkpoint = queued(pings, now: now) }
    guard !pings.isEmpty || checkpoint != nil else { return }
    let dropped = state.withLock { state in
      add(pings, entry.instance, checkpoint, to: &state)
    }
    for _ in 0..<dropped {
      problems.report(
        DeliveryProblem(
          .log(.failedSendPing),
          "dropped: queue full: a ping, as more than \(limit) wait: let the collector be reached sooner, "
            + "or raise queue.limit"
        )
      )
    }
    if !pings.isEmpty { arrivals.signal() }
  }

  private func queued(_ pings: [Ping], now: Int64) -> [QueuedPing] {
    pings.filter { keepsLookups || $0.product != .tsv }.map { QueuedPing($0, queued: now) }
  }

  // MARK: - Engines

  /// An engine begins to use the queue: it receives problems.
  public func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
    clients.open(instance, onProblem: onProblem)
  }

  /// An engine is disabled, or is not any more.
  public func hold(_ instance: String, _ isHeld: Bool) {
    clients.hold(instance, isHeld)
    if !isHeld { arrivals.signal() }
  }

  /// An engine ends.
  public func close(_ instance: String) {
    clients.close(instance)
    arrivals.signal()
  }

  /// Whether nothing is to be sent, as an engine is disabled.
  var isHeld: Bool { clients.isHeld }

  /// Adds to the disk, or to the memory once the disk has failed; gives the number of dropped pings.
  private func add(
    _ pings: [QueuedPing],
    _ instance: String,
    _ checkpoint: [QueuedPing]?,
    to state: inout State
  ) -> Int {
    func add(to store: QueueStore) throws {
      let dropped = try store.add(pings, instance, checkpoint: checkpoint, limit: limit)
      state.dropped += dropped
      count = dropped
    }
    var count = 0
    if let disk = state.disk, !state.isDiskBroken {
      do {
        try add(to: disk)
        return count
      } catch {
        state.isDiskBroken = true
        problems.report(Self.problem(error, "further pings are kept in memory only"))
      }
    }
    do {
      let memory = try state.memory ?? QueueStore()
      state.memory = memory
      try add(to: memory)
    } catch {
      problems.report(Self.problem(error, "\(pings.count) pings are lost"))
    }
    return count
  }

  // MARK: - For the sender

  /// The stores in the order in which they are sent.
  var stores: [QueueStore] { state.withLock { [$0.disk, $0.memory].compactMap { $0 } } }

  /// The numbers of now. A store that cannot be read counts as empty, and is a problem.
  public var counts: Counts {
    var counts = state.withLock { Counts(dropped: $0.dropped, recovered: $0.recovered) }
    for store in stores {
      do {
        let (waiting, refused) = try store.counts()
        counts.waiting += waiting
        counts.refused += refused
      } catch {
        problems.report(Self.problem(error, "its pings are not counted"))
      }
    }
    return counts
  }

  /// Closes the store on disk.
  func close() {
    let disk = state.withLock { state in
      defer { state.disk = nil }
      return state.disk
    }
    do {
      try disk?.close()
    } catch {
      problems.report(Self.problem(error, "its file is tidied up the next time"))
    }
  }

  static func problem(_ error: any Error, _ consequence: String) -> DeliveryProblem {
    var reason = "\(error)"
    if let error = error as? DatabaseError {
      reason = error.message ?? error.resultCode.description
    } else if error is QueueSchema.NewerVersion {
      reason = "a newer version wrote it"
    }
    return DeliveryProblem(
      .log(.failedAccessDatabase),
      "the queue of pings: \(reason): \(consequence): make its directory usable or name another one"
    )
  }
}
