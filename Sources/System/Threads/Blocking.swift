import Dispatch
import Synchronization

/// Waits on a thread for what a task does. Not for code that is a task itself: it would hold a thread that tasks share.
package enum Blocking {
  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// How often a waiting thread looks whether it should end.
  private static let interval = DispatchTimeInterval.milliseconds(100)

  /// Runs an operation as a task, and waits for its result. The task is cancelled when `isCancelled` says so, and its result
  /// is waited for then, too.
  package static func run<Value: Sendable>(
    isCancelled: () -> Bool = { false },
    _ operation: @escaping @Sendable () async -> Value
  ) -> Value {
    let outcome = Outcome<Value>()
    let task = Task {
      let value = await operation()
      outcome.value.withLock { $0 = value }
      outcome.isThere.signal()
    }
    while true {
      let hasCome = outcome.isThere.wait(timeout: .now() + interval) == .success
      if hasCome, let value = outcome.value.withLock({ $0 }) { return value }
      if !task.isCancelled, isCancelled() { task.cancel() }
    }
  }

  /// The same of an operation that can fail.
  package static func value<Value: Sendable>(
    of operation: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try run {
      do {
        return Result<Value, any Error>.success(try await operation())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
