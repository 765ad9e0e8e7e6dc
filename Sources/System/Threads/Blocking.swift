/// Waits on a thread for what a task does.
package enum Blocking {
  /// How often a waiting thread looks whether it should end, in seconds.
  private static let pollSeconds = 0.1

  /// Runs an operation as a task, and waits for its result. The task is cancelled when `isCancelled` says so, and its result
  /// is waited for then, too. Not for code that is a task itself: it would hold a thread that tasks share.
  package static func run<Result: Sendable>(
    isCancelled: () -> Bool = { false },
    _ operation: @escaping @Sendable () async -> Result
  ) -> Result {
    let result = Monitor<Result?>(nil)
    let task = Task {
      let value = await operation()
      result.withLock { $0 = value }
    }
    while true {
      if let value = result.wait(atMost: pollSeconds, for: { $0 }) { return value }
      guard isCancelled() else { continue }
      task.cancel()
      return result.wait { $0 }
    }
  }
}
