import NielsenAppApi
import Testing

/// Lets the tests of a suite make engines in the standard environment without changing the
/// identities of the user who runs them. Each test has its own store.
struct OwnStoreTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await EngineEnvironment.$standInStore.withValue(MemoryStore()) { try await function() }
  }
}

extension Trait where Self == OwnStoreTrait {
  /// Keeps the identities of the standard environment in memory.
  static var ownStore: Self { OwnStoreTrait() }
}
