/// An EXT-X-SESSION-DATA (RFC 8216, section 4.3.4.4).
public struct SessionData: Sendable, Hashable {
  /// DATA-ID; empty where it is missing.
  public let id: String
  /// VALUE.
  public let value: String?
  /// URI as written, variables replaced.
  public let uri: String?
  /// FORMAT of the resource at ``uri``: `JSON` or `RAW`; `JSON` where absent.
  public let format: String
  /// LANGUAGE (RFC 5646).
  public let language: String?
  /// The line, counted from 1.
  public let line: Int
}
