/// An EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF (RFC 8216, sections 4.3.4.2 and 4.3.4.3).
public struct Variant: Sendable, Hashable {
  /// The value of CLOSED-CAPTIONS.
  public enum ClosedCaptions: Sendable, Hashable {
    /// NONE: no variant has any.
    case none
    /// The GROUP-ID of the renditions.
    case group(String)
  }

  /// The URI of the media playlist as written, variables replaced.
  public internal(set) var uri: String
  /// BANDWIDTH: the peak in bits a second; nil where it is missing or unreadable.
  public internal(set) var bandwidth: Int?
  /// AVERAGE-BANDWIDTH in bits a second.
  public internal(set) var averageBandwidth: Int?
  /// The entries of CODECS.
  public internal(set) var codecs: [String] = []
  /// The entries of SUPPLEMENTAL-CODECS.
  public internal(set) var supplementalCodecs: [String] = []
  /// RESOLUTION.
  public internal(set) var resolution: Resolution?
  /// FRAME-RATE in pictures a second.
  public internal(set) var frameRate: Double?
  /// SCORE: the higher, the better.
  public internal(set) var score: Double?
  /// HDCP-LEVEL.
  public internal(set) var hdcpLevel: String?
  /// ALLOWED-CPC.
  public internal(set) var allowedCPC: String?
  /// VIDEO-RANGE.
  public internal(set) var videoRange: String?
  /// REQ-VIDEO-LAYOUT.
  public internal(set) var requiredVideoLayout: String?
  /// AUDIO: the GROUP-ID of its audio renditions.
  public internal(set) var audio: String?
  /// VIDEO: the GROUP-ID of its video renditions.
  public internal(set) var video: String?
  /// SUBTITLES: the GROUP-ID of its subtitle renditions.
  public internal(set) var subtitles: String?
  /// CLOSED-CAPTIONS.
  public internal(set) var closedCaptions: ClosedCaptions?
  /// STABLE-VARIANT-ID.
  public internal(set) var stableVariantID: String?
  /// PATHWAY-ID.
  public internal(set) var pathwayID: String?
  /// NAME, which is not in the specification.
  public internal(set) var name: String?
  /// All other attributes in their order.
  public internal(set) var otherAttributes: [PlaylistAttribute] = []
  /// The line of the tag, counted from 1.
  public internal(set) var line: Int
}
