/// A configuration the engine cannot work with.
public struct EngineConfigurationError: Error, Sendable, CustomStringConvertible {
  /// The kind of problem.
  public enum Code: Sendable, Hashable {
    /// The text is not a JSON object.
    case malformedText
    /// The text is of another format than 1, or does not say.
    case wrongFormat
    /// A value has a type or form that its key does not take.
    case wrongType
    /// A ping template cannot be read or names an unknown variable.
    case malformedTemplate
    /// A number is outside its range.
    case invalidNumber
    /// A mark is reserved for another SDK.
    case reservedName
  }

  /// The kind of problem.
  public var code: Code
  /// Where it is wrong and what would be right.
  public var description: String
}
