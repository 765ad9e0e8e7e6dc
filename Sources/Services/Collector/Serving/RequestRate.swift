import Synchronization
import System

/// Lets this many requests pass a second, over all clients; what was left of the last second may
/// come at once.
final class RequestRate: Sendable {
  private struct State {
    /// Requests that may pass, in thousandths: the requests per second are added every millisecond.
    var credit: Int64
    var time: Int64
  }

  private let rate: Int64
  private let uptime: @Sendable () -> Int64
  private let state: Mutex<State>

  /// `uptime` gives milliseconds.
  init(
    _ rate: Int,
    uptime: @escaping @Sendable () -> Int64 = { MonotonicClock.milliseconds }
  ) {
    self.rate = Int64(rate)
    self.uptime = uptime
    state = Mutex(State(credit: Int64(rate) * 1000, time: uptime()))
  }

  /// Whether a request may pass now.
  func allow() -> Bool {
    let now = uptime()
    return state.withLock { state in
      let passed = min(max(0, now - state.time), 1000)
      state.time = max(now, state.time)
      state.credit = min(rate * 1000, state.credit + passed * rate)
      guard state.credit >= 1000 else { return false }
      state.credit -= 1000
      return true
    }
  }
}
