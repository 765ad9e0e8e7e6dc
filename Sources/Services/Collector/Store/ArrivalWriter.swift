import Dispatch
import Synchronization
import System

/// Stores arrivals as they come. While one transaction is written, further arrivals wait for the next one. Each arrival
/// is reported when it is committed or refused.
final class ArrivalWriter: Sendable {
  enum Refusal: Error {
    /// The waiting requests are too many or too large.
    case full
    case failed
    case closed
  }

  /// The numbers of requests and pings so far.
  struct Counts: Sendable, Equatable {
    var requests = 0
    var pings = 0
    /// The number of requests that were refused because the waiting requests were too many or too large, or the
    /// database could not be written.
    var refused = 0
    var removed = 0
  }

  /// Called once, on any thread, when an arrival was committed or refused.
  typealias Outcome = @Sendable (Result<Void, Refusal>) -> Void

  private struct Waiting {
    var arrival: Arrival
    var done: Outcome
  }

  private struct State {
    var waiting: [Waiting] = []
    /// The number of requests that wait or are being written, and their size in bytes.
    var requests = 0
    var bytes = 0
    var isWriting = false
    var isClosed = false
    var isFailing = false
    /// Whether a check has shown that the database can be written again after a failure.
    var canWriteAgain = false
    var counts = Counts()
    /// The time of the last report about removed pings, and the number of pings that had been removed at that time.
    var report: (time: Int64, removed: Int)?
  }

  /// The minimum time between two reports about removed pings: an hour, in milliseconds.
  static let reportInterval: Int64 = 3_600_000
  /// The maximum number of requests in one transaction, which keeps the wait of clients short.
  private static let groupSize = 512

  private let store: Mutex<ArrivalStore>
  private let limits: CollectorLimits
  private let onStored: @Sendable (_ newest: Int64) -> Void
  private let onProblem: @Sendable (String) -> Void
  private let uptime: @Sendable () -> Int64
  private let path: String
  /// The queue that waits for the disk, so that the threads of tasks are not blocked.
  private let queue = DispatchQueue(label: "id3tap.collector")
  private let state = Mutex(State())

  /// Makes a writer to `store`, the file at `path`. `onStored` receives the id of the newest ping after each commit.
  /// `onProblem` is called when the database cannot be written, when it can be written again, and when old pings are
  /// removed (at most once in ``reportInterval`` of `uptime`).
  init(
    _ store: sending ArrivalStore,
    path: String,
    limits: CollectorLimits,
    uptime: @escaping @Sendable () -> Int64 = { MonotonicClock.milliseconds },
    onStored: @escaping @Sendable (_ newest: Int64) -> Void,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.store = Mutex(store)
    (self.path, self.limits, self.uptime, self.onStored) = (path, limits, uptime, onStored)
    self.onProblem = onProblem
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// False after a failure to store, until arrivals are stored or a check finds that the database can be written.
  var isStoring: Bool { state.withLock { !$0.isFailing || $0.canWriteAgain } }

  /// Checks whether a database that could not be written can be written again. Without this check, a recovery would go
  /// unnoticed until another ping is sent.
  func probe() {
    let mustProbe = state.withLock { state in
      guard state.isFailing, !state.canWriteAgain, !state.isWriting, !state.isClosed else {
        return false
      }
      state.isWriting = true
      return true
    }
    guard mustProbe else { return }
    queue.async {
      let canWrite = self.store.withLock { $0.canWrite }
      self.state.withLock { $0.canWriteAgain = canWrite }
      self.write()
    }
  }

  var waiting: Int { state.withLock { $0.requests } }

  func add(_ arrival: Arrival, done: @escaping Outcome) {
    let refusal = enqueue(Waiting(arrival: arrival, done: done))
    if let refusal { done(.failure(refusal)) }
  }

  /// Refuses further arrivals, and returns when the waiting arrivals have been committed or refused.
  func close() async {
    state.withLock { $0.isClosed = true }
    await withCheckedContinuation { done in
      queue.async {
        self.write()
        done.resume()
      }
    }
  }

  private func enqueue(_ waiting: Waiting) -> Refusal? {
    let size = waiting.arrival.size
    let (refusal, mustStart) = state.withLock { state -> (Refusal?, Bool) in
      if state.isClosed { return (.closed, false) }
      guard state.requests < limits.waitingRequests,
        state.bytes + size <= limits.waitingBytes
      else {
        state.counts.refused += 1
        return (.full, false)
      }
      state.waiting.append(waiting)
      state.requests += 1
      state.bytes += size
      defer { state.isWriting = true }
      return (nil, !state.isWriting)
    }
    if mustStart { queue.async { self.write() } }
    return refusal
  }

  private func next() -> [Waiting] {
    state.withLock { state in
      let group = Array(state.waiting.prefix(Self.groupSize))
      state.waiting.removeFirst(group.count)
      state.isWriting = !group.isEmpty
      return group
    }
  }

  private func write() {
    while true {
      let group = next()
      guard !group.isEmpty else { return }
      let arrivals = group.map(\.arrival)
      let outcome = store.withLock { store -> Result<Int64, CollectorError> in
        do throws(CollectorError) {
          return .success(try store.store(arrivals))
        } catch {
          return .failure(error)
        }
      }
      finish(group, outcome)
      report(removed: store.withLock { $0.removed })
    }
  }

  /// Reports removed pings: the first time, and then at most once in ``reportInterval``.
  private func report(removed: Int) {
    let now = uptime()
    let count = state.withLock { state -> Int in
      state.counts.removed = removed
      let last = state.report
      guard removed > last?.removed ?? 0, now - (last?.time ?? .min / 2) >= Self.reportInterval
      else {
        return 0
      }
      state.report = (now, removed)
      return removed - (last?.removed ?? 0)
    }
    guard count > 0 else { return }
    onProblem(
      "\(path): \(count) of the oldest pings \(count == 1 ? "was" : "were") removed to stay below \(limits.storedBytes) bytes, and "
        + "more will be removed: raise --max-bytes, or export pings in time"
    )
  }

  private func finish(_ group: [Waiting], _ outcome: Result<Int64, CollectorError>) {
    let (pings, isGood) = (group.reduce(0) { $0 + $1.arrival.pings.count }, outcome.isSuccess)
    let bytes = group.reduce(0) { $0 + $1.arrival.size }
    let hasChanged = state.withLock { state in
      state.requests -= group.count
      state.bytes -= bytes
      if isGood {
        state.counts.requests += group.count
        state.counts.pings += pings
      } else {
        state.counts.refused += group.count
      }
      state.canWriteAgain = false
      defer { state.isFailing = !isGood }
      return state.isFailing == isGood
    }
    switch outcome {
    case .success(let newest):
      // The message is logged before the answers are sent. A client that has its answer can then find the message.
      if hasChanged { onProblem("\(path): can store pings again: no action is needed") }
      for waiting in group { waiting.done(.success(())) }
      onStored(newest)
    case .failure(let error):
      if hasChanged { onProblem("\(error.description); until then pings are answered with 503") }
      for waiting in group { waiting.done(.failure(.failed)) }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    switch self {
    case .success: true
    case .failure: false
    }
  }
}
