import System

/// An end that is asked for once, and that threads can wait for.
final class StopSignal: Sendable {
  private let monitor = Monitor(false)

  /// Whether an end was asked for.
  var isRequested: Bool { monitor.withLock { $0 } }

  /// Asks for an end.
  func request() { monitor.withLock { $0 = true } }

  /// Waits for an end, at most this many seconds; whether it was asked for.
  func wait(atMost seconds: Double) -> Bool {
    monitor.wait(atMost: seconds) { $0 ? true : nil } ?? false
  }
}
