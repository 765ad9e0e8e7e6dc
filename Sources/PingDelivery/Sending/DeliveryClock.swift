import System

/// The time of the queue and its sender.
public protocol DeliveryClock: Sendable {
  /// Milliseconds since 1970.
  var now: Int64 { get }

  /// Waits.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(milliseconds: Int64) async throws
}

/// The clock of the system.
public struct SystemDeliveryClock: DeliveryClock {
  /// Makes the clock.
  public init() {}

  /// Milliseconds since 1970.
  public var now: Int64 { SystemClock.milliseconds() }

  /// Waits; throws `CancellationError` when the task is cancelled.
  public func sleep(milliseconds: Int64) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }
}
