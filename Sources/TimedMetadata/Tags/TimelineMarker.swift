/// Something that a playlist marks on the timeline: where an ad break begins or ends, mostly.
public struct TimelineMarker: Sendable, Equatable {
  /// What kind of mark it is.
  public enum Kind: String, Sendable {
    /// EXT-X-DATERANGE (RFC 8216, 4.3.2.7).
    case dateRange = "date-range"
    /// EXT-X-CUE-OUT: the programme is left.
    case cueOut = "cue-out"
    /// EXT-X-CUE-IN: the programme comes back.
    case cueIn = "cue-in"
    /// SCTE-35 in a tag of its own.
    case splice
  }

  /// What kind of mark it is.
  public var kind: Kind
  /// The identifier of a date range.
  public var id: String?
  /// The class of a date range.
  public var className: String?
  /// Seconds on the presentation timeline; nil when nothing tells.
  public var time: Double?
  /// Unix seconds.
  public var wallClock: Double?
  /// Seconds, where it is known or planned.
  public var duration: Double?
  /// Whether it begins or ends a break, where it says so.
  public var isOut: Bool?
  /// The `splice_info_section` (SCTE 35, 9.2) as carried.
  public var splice: [UInt8]?
  /// What a player plays instead of the content; nil for other marks.
  package var interstitial: Interstitial?
  /// The rendition whose playlist has it.
  public var rendition: String?
  /// The URI of the segment it stands in front of.
  public var segment: String?

  /// Makes a mark with the given parts.
  public init(
    kind: Kind,
    id: String? = nil,
    className: String? = nil,
    time: Double? = nil,
    wallClock: Double? = nil,
    duration: Double? = nil,
    isOut: Bool? = nil,
    splice: [UInt8]? = nil,
    rendition: String? = nil,
    segment: String? = nil
  ) {
    self.kind = kind
    self.id = id
    self.className = className
    self.time = time
    self.wallClock = wallClock
    self.duration = duration
    self.isOut = isOut
    self.splice = splice
    self.rendition = rendition
    self.segment = segment
  }
}
