import Presentation
import System

@testable import LiveWatch

/// A clock that a test moves. Waits on it end when the test has reached their time.
final class ManualClock: LiveClock {
  /// The waits for times.
  enum Waiter: Hashable, Sendable {
    /// The maker of a channel.
    case maker
    /// A thread that follows a playlist of this connection.
    case follower(ObjectIdentifier)
    /// A feed that is opened again later.
    case supervisor
  }

  private struct State {
    var now = 0.0
    /// The times that threads wait for.
    var awaited: [(waiter: Waiter, time: Double)] = []
    var isClosed = false
    var changes = 0
  }

  /// 2026-01-01, when the clock begins.
  static let begin = 1_767_225_600.0

  private let state = Monitor(State())

  var now: Double { state.withLock { $0.now } }

  /// How many threads of a kind wait for a time that has not come.
  func count(of waiter: Waiter) -> Int {
    state.withLock { state in
      state.awaited.count { $0.waiter == waiter && $0.time > state.now }
    }
  }

  func delay(until time: Double) -> Double { delay(until: time, for: .supervisor) }

  /// Waits for a time, for the end of the clock, or until `isOver`, which is asked after every change.
  func delay(
    until time: Double,
    for waiter: Waiter,
    unless isOver: () -> Bool = { false }
  ) -> Double {
    state.withLock { state in
      state.awaited.append((waiter, time))
      state.changes += 1
    }
    state.wait { state in
      guard state.now >= time || state.isClosed || isOver() else { return nil as Bool? }
      let index = state.awaited.firstIndex { $0.waiter == waiter && $0.time == time }
      if let index { state.awaited.remove(at: index) }
      return true
    }
    return 0
  }

  /// Advances by this many seconds.
  func advance(by seconds: Double) { state.withLock { $0.now += seconds } }

  /// Nothing waits any more.
  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The same as the clock of a watch.
  var watchClock: WatchClock { WatchClock(steady: self) { Self.begin + self.now } }

  // MARK: - Waiting for what threads do

  /// Seconds of real time to wait for something: only what hangs takes as long.
  private static let longestWait = 300.0

  /// Takes note that something has happened that `wait` may wait for.
  func noteChange() { state.withLock { $0.changes += 1 } }

  /// Waits until `isThere`, which is asked after every change; false: it is not in minutes.
  func wait(until isThere: () -> Bool) -> Bool {
    let start = WatchClock.system.now
    while true {
      let seen = state.withLock { $0.changes }
      if isThere() { return true }
      let left = Self.longestWait - (WatchClock.system.now - start)
      guard left > 0 else { return false }
      _ = state.wait(atMost: left) { $0.changes != seen ? true : nil }
    }
  }
}
