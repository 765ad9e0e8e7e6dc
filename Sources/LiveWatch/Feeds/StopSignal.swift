import System

/// A request to stop that threads can wait for. It cannot be withdrawn.
final class StopSignal: Sendable {
  private let monitor = Monitor(false)

  /// Whether a stop was requested.
  var isRequested: Bool { monitor.withLock { $0 } }

  /// Requests a stop.
  func request() { monitor.withLock { $0 = true } }

  /// Waits at most this many seconds for a stop; returns whether it was requested.
  func wait(atMost seconds: Double) -> Bool {
    monitor.wait(atMost: seconds) { $0 ? true : nil } ?? false
  }
}
