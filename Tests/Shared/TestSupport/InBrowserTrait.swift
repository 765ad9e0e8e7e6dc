import Foundation
import Testing

/// Limits how many tests with a browser run at the same time, because more would slow each other down. All of them are
/// queued from the start, unlike the tests of a serialized suite, each of which is queued after all other tests.
public struct InBrowserTrait: SuiteTrait, TestTrait, TestScoping {
  /// At most three tests run at the same time, each with one or two browsers.
  private static let places = DispatchSemaphore(value: 3)

  public var isRecursive: Bool { true }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    Self.take()
    defer { Self.places.signal() }
    try await function()
  }

  /// Blocks its thread, which belongs to the test because of the preceding trait `ownThread`.
  private static func take() { places.wait() }
}

extension Trait where Self == InBrowserTrait {
  /// Runs with at most two others of these tests at the same time, after `ownThread`.
  public static var inBrowser: Self { Self() }
}
