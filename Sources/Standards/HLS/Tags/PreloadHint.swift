/// An EXT-X-PRELOAD-HINT: a resource that will be needed soon (rfc8216bis, section 4.4.5.3).
public struct PreloadHint: Sendable, Hashable {
  /// The kind of the resource.
  public enum Kind: Sendable, Hashable {
    /// A partial segment.
    case part
    /// A media initialization section.
    case map
    /// Something else, by its name.
    case other(String)
  }

  /// TYPE.
  public let kind: Kind
  /// The URI as written, variables replaced.
  public let uri: String
  /// BYTERANGE-START in bytes, 0 where absent.
  public let start: Int
  /// BYTERANGE-LENGTH in bytes; nil for all that follows.
  public let length: Int?
  /// The line, counted from 1.
  public let line: Int
}
