import Synchronization

/// A value that several tasks use and whose changes a task can await.
///
/// `@unchecked Sendable`: all properties except `lock` are read and changed only while the lock is held.
package final class Shared<Value>: @unchecked Sendable {
  private let lock = Mutex(())
  private var value: Value
  /// Incremented whenever the value may have changed.
  private var version = 0
  private var waiting: [Waiting] = []
  private var lastID = 0

  private struct Waiting: Sendable {
    var id: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  package init(_ value: sending Value) { self.value = value }

  package func read<Result, Failure>(
    _ body: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try locked { () throws(Failure) in try body(value) }
  }

  /// Reads or changes the value. Tasks that wait for a change then check the value again.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try locked { () throws(Failure) in
      version += 1
      return try body(&value)
    }
  }

  /// Waits until `body` returns a result. `body` is called immediately, and again after changes.
  /// - Returns: The result; nil if the task was cancelled first.
  package func wait<Result>(for body: (inout Value) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (result, seen) = locked {
        let result = body(&value)
        if result != nil { version += 1 }
        return (result, version)
      }
      if let result { return result }
      await waitForChange(since: seen)
    }
    return nil
  }

  /// Waits until `body` returns a result; nil if it returned none within `seconds` or before a cancellation.
  package func wait<Result>(
    atMost seconds: Double,
    for body: (inout Value) -> Result?
  ) async -> Result? {
    // The limit is at most a year. A NaN counts as 0.
    let limit = Duration.seconds(seconds > 0 ? min(seconds, 31_536_000) : 0)
    let end = ContinuousClock.now + limit
    let timer = Task { [weak self] in
      try await Task.sleep(until: end, clock: .continuous)
      self?.withLock { _ in }
    }
    defer { timer.cancel() }
    let outcome = await wait { value -> Result?? in
      if let result = body(&value) { return .some(result) }
      return ContinuousClock.now >= end ? .some(nil) : nil
    }
    return outcome ?? nil
  }

  /// Runs `body` under the lock, and wakes the tasks that wait for the change.
  private func locked<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, woken) = lock.withLock { _ in
      let before = version
      // Only the caller, which also made `body`, receives the result.
      nonisolated(unsafe) let result = Swift.Result { () throws(Failure) in try body() }
      guard version != before else { return (result, [Waiting]()) }
      defer { waiting = [] }
      return (result, waiting)
    }
    for waiter in woken { waiter.continuation.resume() }
    return try result.get()
  }

  /// Returns when the value has changed since version `seen`, or when the task is cancelled.
  private func waitForChange(since seen: Int) async {
    let id = lock.withLock { _ in
      lastID += 1
      return lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock { _ in
          if version != seen || Task.isCancelled { return true }
          waiting.append(Waiting(id: id, continuation: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let cancelled = lock.withLock { _ in
        let index = waiting.firstIndex { $0.id == id }
        return index.map { waiting.remove(at: $0) }
      }
      cancelled?.continuation.resume()
    }
  }
}
