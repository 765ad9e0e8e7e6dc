/// One parameter of a ping as a reader sees it after decoding the URL.
public struct PingParameter: Hashable, Sendable {
  /// The parameter name, such as `c27`.
  public var name: String
  /// The decoded value with its key, if it has one: `cln,300`.
  public var value: String

  /// Makes a parameter from its decoded parts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
