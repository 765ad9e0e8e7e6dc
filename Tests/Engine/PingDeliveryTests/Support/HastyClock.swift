import Synchronization
import System

/// A clock that ends every wait immediately and records it.
final class HastyClock: TaskClock {
  static let start: Int64 = 1_700_000_000_000

  private let state = Mutex((now: HastyClock.start, waits: [Int64]()))

  /// Milliseconds since 1970.
  var milliseconds: Int64 { state.withLock { $0.now } }

  var now: Double { unixTime }

  var unixTime: Double { Double(milliseconds) / 1000 }

  /// The waits so far, in milliseconds.
  var waits: [Int64] { state.withLock { $0.waits } }

  func advance(_ milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

  func sleep(until time: Double) async {
    guard !Task.isCancelled else { return }
    state.withLock { state in
      let wait = Int64((time * 1000).rounded()) - state.now
      state.now += wait
      state.waits.append(wait)
    }
  }
}
