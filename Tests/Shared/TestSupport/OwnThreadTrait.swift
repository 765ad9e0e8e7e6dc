import Foundation
import Testing

/// Runs each test on a separate thread. Swift has as many threads for tasks as the machine has cores, and a test that
/// blocks while it waits would take one of these threads from the other tests.
public struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreadTrait {
  /// Runs on a separate thread, for tests that block while they wait for a command, a server or a clock.
  public static var ownThread: Self { Self() }
}

/// Runs every job on a new thread.
private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()
  private static let stackSize = 8 << 20

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    thread.stackSize = Self.stackSize
    thread.start()
  }
}
