import Foundation
import Testing

/// Lets few of the tests with a browser run at once: the pages of more would wait for each other. All of them are in the
/// queue from the start, unlike those of a serialized suite, whose next test comes after all others.
public struct InBrowserTrait: SuiteTrait, TestTrait, TestScoping {
  /// Each has one browser, or two.
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

  /// Blocks its thread, which the trait before it in the list, `ownThread`, has given to the test alone.
  private static func take() { places.wait() }
}

extension Trait where Self == InBrowserTrait {
  /// With at most two others of these tests at once, after `ownThread`.
  public static var inBrowser: Self { Self() }
}
