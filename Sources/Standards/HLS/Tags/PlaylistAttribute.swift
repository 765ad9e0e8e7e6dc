/// An attribute of a tag (RFC 8216, section 4.2).
public struct PlaylistAttribute: Sendable, Hashable {
  /// The name, such as `X-ASSET-URI`.
  public let name: String
  /// The value without its quotes, after variables were replaced.
  public let value: String
  /// Whether the value was in double quotes.
  public let isQuoted: Bool

  /// Makes an attribute with the given parts.
  public init(name: String, value: String, isQuoted: Bool) {
    self.name = name
    self.value = value
    self.isQuoted = isQuoted
  }
}
