/// A tag that this module knows nothing of. Comments are not kept.
public struct UnknownTag: Sendable, Hashable {
  /// The name without `#`, up to the first `:`.
  public let name: String
  /// The text after the `:`, without surrounding white space; nil without `:`.
  public let value: String?
  /// The line, counted from 1.
  public let line: Int
}
