/// An EXT-X-PART: a piece of a segment that is offered early (rfc8216bis, section 4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
  /// The URI as written, variables replaced.
  public let uri: String
  /// DURATION in seconds.
  public let duration: Double
  /// The part of the resource; nil for the whole.
  public let byteRange: ByteRange?
  /// INDEPENDENT=YES: decoding can start here.
  public let isIndependent: Bool
  /// GAP=YES: the part is not available.
  public let isGap: Bool
  /// The line, counted from 1.
  public let line: Int
}
