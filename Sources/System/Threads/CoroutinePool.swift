import Glibc
import Synchronization

/// Runs any amount of work that waits most of its time on about two threads a core.
///
/// ``Monitor`` lets the thread continue with other work. Every other blocking call (reading a device,
/// libavformat's network protocols) blocks all work of its thread, and belongs on a ``ReadingThread``.
package enum CoroutinePool {
  private static let workers = Mutex<[CoroutineWorker]>([])

  /// Starts work. False: the system has no memory or no threads left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let worker = workers.withLock({ leastBusy(&$0) }) else { return false }
    return worker.start(body)
  }

  /// Lets other work run where this has kept its thread for long; nothing outside of the pool. It may wait,
  /// so that no lock may be held.
  package static func endLongTurn() { Coroutine.current?.endLongTurn() }

  private static func leastBusy(_ workers: inout [CoroutineWorker]) -> CoroutineWorker? {
    if workers.isEmpty {
      for _ in 0..<max(2, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
        let worker = CoroutineWorker()
        guard ReadingThread.startThread({ worker.run() }) else { break }
        workers.append(worker)
      }
    }
    return workers.min { $0.load < $1.load }
  }
}

/// One thread of the pool.
final class CoroutineWorker: Sendable {
  fileprivate struct State {
    var ready: [Coroutine] = []
    var waiting = DeadlineQueue<Double, (coroutine: Coroutine, waitCount: Int)>()
    /// How much work has not ended.
    var load = 0
  }

  private let state = Monitor(State())

  /// How much work has not ended.
  var load: Int { state.withLock(\.load) }

  /// Takes on work. False: there is no memory left.
  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let coroutine = Coroutine(on: self, body) else { return false }
    state.withLock {
      $0.load += 1
      $0.makeReady(coroutine)
    }
    return true
  }

  /// Makes a coroutine of this worker ready.
  func wake(_ coroutine: Coroutine) { state.withLock { $0.makeReady(coroutine) } }

  /// Makes a coroutine of this worker ready at `deadline`, if it is still waiting by then.
  func note(_ coroutine: Coroutine, waitsUntil deadline: Double) {
    state.withLock { state in
      state.waiting.insert((coroutine, coroutine.waitCount), at: deadline)
      // Expired moments must not accumulate.
      guard state.waiting.count > 2 * state.load + 64 else { return }
      state.waiting.keep { $0.coroutine.waitCount == $0.waitCount }
    }
  }

  /// The thread: enters what is ready, for ever.
  func run() {
    var stacks = IdleStacks()
    while true {
      for coroutine in nextReady(&stacks) {
        if coroutine.enter() {
          state.withLock { $0.load -= 1 }
        } else {
          stacks.note(coroutine)
        }
      }
    }
  }

  /// Waits for work that is ready. Work that waits for a time was recorded on this thread, so none is added
  /// meanwhile.
  private func nextReady(_ stacks: inout IdleStacks) -> [Coroutine] {
    while true {
      let now = MonotonicClock.now
      stacks.release(now: now)
      let (ready, waiting) = state.withLock { ($0.takeReady(now), $0.waiting.first) }
      guard ready.isEmpty else { return ready }
      let isReady: (inout State) -> Bool? = { $0.ready.isEmpty ? nil : true }
      if let deadline = [waiting, stacks.next].compactMap(\.self).min() {
        _ = state.wait(atMost: deadline - now, for: isReady)
      } else {
        state.wait(for: isReady)
      }
    }
  }
}

extension CoroutineWorker.State {
  fileprivate mutating func makeReady(_ coroutine: Coroutine) {
    guard !coroutine.isReady else { return }
    coroutine.isReady = true
    ready.append(coroutine)
  }

  /// Takes out what is ready, with what waited for a moment up to `now`.
  fileprivate mutating func takeReady(_ now: Double) -> [Coroutine] {
    while let due = waiting.removeFirst(upTo: now) {
      if due.coroutine.waitCount == due.waitCount { makeReady(due.coroutine) }
    }
    defer { ready = [] }
    for coroutine in ready {
      coroutine.isReady = false
      coroutine.waitCount += 1
    }
    return ready
  }
}
