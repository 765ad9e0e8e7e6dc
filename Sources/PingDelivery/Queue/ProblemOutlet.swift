import NielsenAppApi

/// Reports problems to the listener, in order and never on the thread that found them: that thread may
/// hold the lock of an engine.
final class ProblemOutlet: Sendable {
  private let continuation: AsyncStream<DeliveryProblem>.Continuation
  private let task: Task<Void, Never>

  init(_ handler: @escaping @Sendable (DeliveryProblem) -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(of: DeliveryProblem.self)
    self.continuation = continuation
    task = Task { for await problem in stream { handler(problem) } }
  }

  deinit { continuation.finish() }

  func report(_ problem: DeliveryProblem) { continuation.yield(problem) }

  /// Returns when everything reported so far has been delivered; later problems are dropped.
  func close() async {
    continuation.finish()
    await task.value
  }
}
