/// A configuration the engine cannot work with.
public struct EngineConfigurationError: Error, Sendable, CustomStringConvertible {
  /// The kind of problem.
  public struct Code: Sendable, Hashable {
    private enum Value {
      case malformedText, wrongFormat, wrongType, malformedTemplate, invalidNumber, reservedName
    }
    private let value: Value

    /// The text is not a JSON object.
    public static let malformedText = Code(value: .malformedText)
    /// The text is of another format than 1, or does not say.
    public static let wrongFormat = Code(value: .wrongFormat)
    /// A value has a type or form that its key does not take.
    public static let wrongType = Code(value: .wrongType)
    /// A ping template cannot be read or names an unknown variable.
    public static let malformedTemplate = Code(value: .malformedTemplate)
    /// A number is outside its range.
    public static let invalidNumber = Code(value: .invalidNumber)
    /// A mark is reserved for another SDK.
    public static let reservedName = Code(value: .reservedName)
  }

  /// The kind of problem.
  public var code: Code
  /// Where it is wrong and what would be right.
  public var description: String
}
