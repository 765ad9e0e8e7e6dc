import Foundation
import Testing

/// Lets few tests use a browser at once: more would wait for each other's pages. All of them are in the queue from the
/// start, which those of a serialized suite are not: its next test comes after all others.
struct InBrowserTrait: SuiteTrait, TestTrait, TestScoping {
  private static let browsers = DispatchSemaphore(value: 3)

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    Self.take()
    defer { Self.browsers.signal() }
    try await function()
  }

  /// Blocks its thread, which the trait before it in the list, `ownThread`, has given to the test alone.
  private static func take() { browsers.wait() }
}

extension Trait where Self == InBrowserTrait {
  /// With at most three browsers at once, after `ownThread`.
  static var inBrowser: Self { Self() }
}
