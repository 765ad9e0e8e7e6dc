/// One parameter of a ping as it was sent.
public struct SentParameter: Sendable, Hashable {
  /// The name, such as `c27`.
  public var name: String
  /// The value, decoded once, with its key: `cln,300`.
  public var value: String

  /// Makes a parameter of its decoded parts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
