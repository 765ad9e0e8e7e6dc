import Synchronization

@testable import PingDelivery

/// A clock that ends every wait immediately and records it.
final class HastyClock: DeliveryClock {
  static let start: Int64 = 1_700_000_000_000

  private let state = Mutex((now: HastyClock.start, waits: [Int64]()))

  var now: Int64 { state.withLock { $0.now } }

  /// The waits so far, in milliseconds.
  var waits: [Int64] { state.withLock { $0.waits } }

  func advance(_ milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

  func sleep(milliseconds: Int64) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.now += milliseconds
      state.waits.append(milliseconds)
    }
  }
}
