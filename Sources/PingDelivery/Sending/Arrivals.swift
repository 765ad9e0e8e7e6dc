import Synchronization

/// Wakes the sender when pings come in. Signals without a waiting sender count once.
final class Arrivals: Sendable {
  private struct State {
    var isSignalled = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func signal() {
    state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isSignalled = true }
      return state.waiter
    }?.resume()
  }

  /// Returns after a signal since the last time, or when the task is cancelled. For one task at a
  /// time.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          defer { state.isSignalled = false }
          if state.isSignalled || Task.isCancelled { return true }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state.waiter = nil }
        return state.waiter
      }?.resume()
    }
  }
}
