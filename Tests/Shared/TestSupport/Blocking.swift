import Dispatch

/// Waits on a thread for what a task does. Not for code that is a task itself: it would hold a thread that tasks share.
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
