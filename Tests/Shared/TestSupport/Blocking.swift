import Dispatch

/// Blocks a thread until a task has ended. Not for code that runs in a task, where it would block a thread that tasks
/// share.
package enum Blocking {
  /// Runs an operation as a task, and waits for its end.
  package static func run(_ operation: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task {
      await operation()
      isDone.signal()
    }
    isDone.wait()
  }
}
