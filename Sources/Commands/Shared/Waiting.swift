import Dispatch
import Synchronization

/// Lets a thread outside of tasks wait for a task.
enum Waiting {
  /// The result of `body`. Blocks the calling thread: never use it inside a task.
  static func value<Value: Sendable>(
    of body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    Task {
      do {
        outcome.set(.success(try await body()))
      } catch {
        outcome.set(.failure(error))
      }
      done.signal()
    }
    done.wait()
    return try outcome.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

    func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

    func get() throws -> Value { try result.withLock { $0 }.get() }
  }
}
