/// An EXT-X-START: where to begin playing (RFC 8216, section 4.3.5.2).
public struct StartPoint: Sendable, Hashable {
  /// TIME-OFFSET in seconds: from the start, or from the end of the last segment when negative.
  public let timeOffset: Double
  /// PRECISE=YES: not at the start of the segment but at this time in it.
  public let isPrecise: Bool
}
