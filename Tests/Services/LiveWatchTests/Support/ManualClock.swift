import Synchronization
import System

@testable import LiveWatch

/// A clock that a test moves. A wait ends when the test reaches its time.
final class ManualClock: TaskClock {
  /// The kinds of waits.
  enum Waiter: Hashable, Sendable {
    /// The thread that makes a channel.
    case maker
    /// A task that follows a playlist of this connection.
    case follower(ObjectIdentifier)
    /// A task that checks a feed once a second, or one that waits to open it again.
    case supervisor
  }

  private struct State {
    var now = 0.0
    /// The time at which supervisors of feeds were last told to check.
    var checkedTime = 0.0
    /// The times that waiters are waiting for.
    var awaited: [(waiter: Waiter, time: Double)] = []
    var isClosed = false

    /// The current time for this kind of waiter.
    func time(for waiter: Waiter) -> Double { waiter == .supervisor ? checkedTime : now }
  }

  /// The time at which the clock begins: 2026-01-01.
  static let begin = 1_767_225_600.0

  private let state = Mutex(State())
  /// The number of changes so far, for waiting tests.
  private let changes = Shared(0)

  var now: Double { state.withLock { $0.now } }

  var unixTime: Double { Self.begin + now }

  /// The number of waits of this kind whose time has not come.
  func count(of waiter: Waiter) -> Int {
    state.withLock { state in
      state.awaited.count { $0.waiter == waiter && $0.time > state.time(for: waiter) }
    }
  }

  func sleep(until time: Double) async { await sleep(until: time, for: .supervisor) }

  /// Waits for a time, for the end of the clock, or until the task is cancelled.
  func sleep(until time: Double, for waiter: Waiter) async {
    state.withLock { $0.awaited.append((waiter, time)) }
    noteChange()
    _ = await changes.wait { _ in
      state.withLock { $0.time(for: waiter) >= time || $0.isClosed } ? () : nil
    }
    state.withLock { state in
      let index = state.awaited.firstIndex { $0.waiter == waiter && $0.time == time }
      if let index { state.awaited.remove(at: index) }
    }
  }

  /// Makes the supervisors of `count` feeds check their feeds, and waits for these checks. Returns false if that takes
  /// minutes.
  func check(feeds count: Int) async -> Bool {
    state.withLock { $0.checkedTime = $0.now }
    noteChange()
    return await wait { self.count(of: .supervisor) >= count }
  }

  /// Advances by `seconds`. Feeds are not checked before ``check(feeds:)``.
  func advance(by seconds: Double) {
    state.withLock { $0.now += seconds }
    noteChange()
  }

  /// Ends all waits.
  func close() {
    state.withLock { $0.isClosed = true }
    noteChange()
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  // MARK: - Waiting for what tasks do

  /// The maximum wait in seconds of real time, which is reached only if something hangs.
  private static let longestWait = 300.0

  /// Records a change for which `wait` may be waiting.
  func noteChange() { changes.withLock { $0 += 1 } }

  /// Waits until `isThere` is true, which is checked after every change. Returns false if that takes minutes.
  func wait(until isThere: () -> Bool) async -> Bool {
    let end = MonotonicClock.now + Self.longestWait
    var seen = -1
    while case let left = end - MonotonicClock.now, left > 0 {
      let count = await changes.wait(atMost: left) { $0 == seen ? nil : $0 }
      guard let count else { return false }
      seen = count
      if isThere() { return true }
    }
    return false
  }
}
