/// A configuration the engine cannot work with.
public struct EngineConfigurationError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public struct Code: Sendable, Hashable {
    private enum Value { case malformedTemplate, invalidNumber }
    private let value: Value

    /// A ping template cannot be read or names an unknown variable.
    public static let malformedTemplate = Code(value: .malformedTemplate)
    /// A number lies outside its range.
    public static let invalidNumber = Code(value: .invalidNumber)
  }

  /// What is wrong.
  public var code: Code
  /// Where it is wrong and what would be right.
  public var description: String
}
