import LiveWatch
import TimedMetadata

/// A clock that a test moves. What waits for a time on it waits until the test has come there.
final class ManualClock: LiveClock {
  private struct State {
    var now = 0.0
    /// The times that threads wait for.
    var awaited: [Double] = []
    var isClosed = false
  }

  /// 2026-01-01, when the clock begins.
  static let begin = 1_767_225_600.0

  private let state = Monitor(State())

  var now: Double { state.withLock { $0.now } }
  /// How many threads wait for a time that has not come.
  var waiting: Int { state.withLock { state in state.awaited.count { $0 > state.now } } }

  func delay(until time: Double) -> Double {
    state.withLock { $0.awaited.append(time) }
    state.wait { state in
      guard state.now >= time || state.isClosed else { return nil as Bool? }
      if let index = state.awaited.firstIndex(of: time) { state.awaited.remove(at: index) }
      return true
    }
    return 0
  }

  /// Goes on by so many seconds.
  func advance(by seconds: Double) { state.withLock { $0.now += seconds } }

  /// Nothing waits any more.
  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The same as the clock of a watch.
  var watchClock: WatchClock {
    var clock = WatchClock(steady: self) { Self.begin + self.now }
    clock.realSeconds = { min($0, 0.002) }
    return clock
  }
}
