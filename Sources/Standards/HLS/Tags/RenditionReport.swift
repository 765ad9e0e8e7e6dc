/// An EXT-X-RENDITION-REPORT: how far another media playlist is (rfc8216bis, section 4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
  /// The URI of the other playlist as written, variables replaced.
  public let uri: String
  /// LAST-MSN: the media sequence number of its last segment.
  public let lastMediaSequenceNumber: Int?
  /// LAST-PART: the index of the last partial segment in it.
  public let lastPart: Int?
  /// The line, counted from 1.
  public let line: Int
}
