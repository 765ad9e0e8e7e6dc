/// A problem with pings after they were made, as the delegate of an engine receives it.
public struct DeliveryProblem: Sendable, Equatable, CustomStringConvertible {
  /// The number of the iOS SDK API Reference.
  public enum Code: Sendable, Hashable {
    /// One of 1 to 15.
    case log(LogCode)
    /// One of 1001 to 1009.
    case api(AppApiErrorCode)
  }

  /// The number.
  public var code: Code
  /// The event and its remedy, without an id.
  public var description: String

  /// Makes a problem of its parts.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
