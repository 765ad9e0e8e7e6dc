/// Runs work with a time limit.
package enum Limited {
  /// Runs `body`. If `deadline` is given, `body` runs on `executor`, and is cancelled at the deadline or when the
  /// calling task is cancelled.
  package static func run<Value>(
    until deadline: ContinuousClock.Instant?,
    on executor: (any TaskExecutor)? = nil,
    _ body: () async throws -> Value
  ) async throws -> Value {
    guard let deadline else { return try await body() }
    return try await withoutActuallyEscaping(body) { body in
      // The calling task, which made `body`, only waits while `body` runs.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var outcome: Result<Value, any Error> = .failure(CancellationError())
      let work = Task(executorPreference: executor) {
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
      }
      let timer = Task {
        try await Task.sleep(until: deadline, clock: .continuous)
        work.cancel()
      }
      await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
      timer.cancel()
      return try outcome.get()
    }
  }
}
