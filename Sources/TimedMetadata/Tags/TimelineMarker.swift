/// Something that a playlist, or SCTE-35 in the media, marks on the timeline: where an ad break begins or
/// ends, mostly.
public struct TimelineMarker: Sendable, Equatable {
  /// The kind of mark.
  public enum Kind: String, Sendable {
    /// EXT-X-DATERANGE (RFC 8216, 4.3.2.7).
    case dateRange = "date-range"
    /// EXT-X-CUE-OUT: the programme is left.
    case cueOut = "cue-out"
    /// EXT-X-CUE-IN: the programme comes back.
    case cueIn = "cue-in"
    /// SCTE-35: from its PID, from an event message, or in a tag of a playlist of its own.
    case splice
    /// An ID3 tag of Yospace with YTYP S or E: an inserted ad begins or ends.
    case yospace
  }

  /// The kind of mark.
  public var kind: Kind
  /// The identifier of a date range or a splice event, or Yospace's of an ad.
  public var id: String?
  /// The class of a date range.
  public var className: String?
  /// Seconds on the presentation timeline; nil when unknown.
  public var time: Double?
  /// Unix seconds.
  public var wallClock: Double?
  /// Seconds, where it is known or planned.
  public var duration: Double?
  /// Whether it begins or ends a break, where it says so.
  public var isOut: Bool?
  /// The `splice_info_section` (SCTE 35, 9.2) as carried.
  public var splice: [UInt8]?
  /// The interstitial that a player plays instead of the content; nil for other marks.
  package var interstitial: Interstitial?
  /// Why the time of a date range, or its end, is guessed; nil where tags say it.
  package var guess: String?
  /// Whether a mark of the same date range, at the same date, has passed: this one has more attributes, or another end.
  package var isUpdate = false
  /// The rendition whose playlist has it.
  public var rendition: String?
  /// The URI of the segment that follows it, or that holds it.
  public var segment: String?
  /// `program_number` of a transport stream.
  public var program: Int?
  /// The PID of the splice information.
  public var pid: Int?
  /// Byte position in the input, or in the segment: of the packet that ends the section, or of the box.
  public var offset: Int64?
  /// The PTS that the section names, with its `pts_adjustment`: 33 bits at 90 kHz. Nil: at once.
  public var pts: Int64?
  /// Seconds to the splice time from its announcement, negative if it was over by then: from the clock of the
  /// program where its PID has the section, or from the time of the event that holds the section. Nil for other
  /// marks, for a splice at once, and for a cancelled one.
  package var spliceLead: Double?
  /// The announcement in `splice`; nil when there is none, or it cannot be read.
  public var announcement: SpliceAnnouncement?

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
