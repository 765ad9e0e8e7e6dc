import ID3

/// A marker on the timeline: from a playlist, a manifest, SCTE-35 in the media, or a Yospace ID3 tag. Most markers
/// begin or end an ad break.
public struct TimelineMarker: Sendable, Equatable {
  /// The source of a marker.
  public enum Kind: String, Sendable {
    /// EXT-X-DATERANGE (RFC 8216, 4.3.2.7).
    case dateRange = "date-range"
    /// EXT-X-CUE-OUT, which begins a break.
    case cueOut = "cue-out"
    /// EXT-X-CUE-IN, which ends a break.
    case cueIn = "cue-in"
    /// SCTE-35: from its PID, from an event message, from an event of a manifest, or from a dedicated playlist tag.
    case splice
    /// A Yospace ID3 tag with YTYP S or E, at the start or end of an inserted ad.
    case yospace
  }

  /// The source of the marker.
  public var kind: Kind
  /// The identifier of a date range, of a splice event, or of a Yospace ad.
  public var id: String?
  /// The class of a date range.
  public var className: String?
  /// The time on the presentation timeline, in seconds; nil if unknown.
  public var time: Double?
  /// The wall-clock time of the marker, in Unix seconds; nil if unknown.
  public var wallClock: Double?
  /// The known or planned duration of the break or date range, in seconds; nil if unknown.
  public var duration: Double?
  /// Whether the marker begins (true) or ends (false) a break; nil if it does neither, or if that is unknown.
  public var isOut: Bool?
  /// The `splice_info_section` (SCTE 35, 9.2) as carried.
  public var splice: [UInt8]?
  /// The interstitial that the date range declares; nil for other markers.
  package var interstitial: Interstitial?
  /// The reason why the end of a date range is a guess; nil if it is not a guess.
  package var guess: String?
  /// Whether this marker updates an earlier marker of the same date range and date: some attributes or the end are
  /// different.
  package var isUpdate = false
  /// The rendition whose playlist or media contains the marker.
  public var rendition: String?
  /// The URI of the segment that follows or contains the marker.
  public var segment: String?
  /// The `program_number` in a transport stream.
  public var program: Int?
  /// The PID of the splice information or of the Yospace tag.
  public var pid: Int?
  /// The byte position, in the input or in the segment, of the packet that ends the section, or of the box or Yospace
  /// tag.
  public var offset: Int64?
  /// The PTS in the section plus its `pts_adjustment`: 33 bits at 90 kHz. Nil if there is none.
  public var pts: Int64?
  /// Seconds from the announcement of a splice to the splice time; negative if the splice time had passed. The time of
  /// the announcement is the program clock for a section on a PID, or the time of the event that contains the section.
  /// Nil if unknown, and for immediate and cancelled splices.
  package var spliceLead: Double?
  /// The announcement in `splice`; nil if there is none.
  public var announcement: SpliceAnnouncement?

  /// Makes a marker with the given properties.
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

/// An interstitial, which a player plays in the content: EXT-X-DATERANGE with the class `com.apple.hls.interstitial`
/// (rfc8216bis, appendix D).
package struct Interstitial: Sendable, Hashable {
  /// X-ASSET-URI as an absolute URL.
  package var assetURL: String?
  /// X-ASSET-LIST as an absolute URL.
  package var assetListURL: String?
  /// X-RESUME-OFFSET: seconds of the content that are replaced. Nil means the duration of the assets. If the value is 0
  /// or less, no content is replaced.
  package var resumeOffset: Double?
  /// X-PLAYOUT-LIMIT: the maximum number of seconds of the assets that are played.
  package var playoutLimit: Double?
  /// Whether CUE contains PRE or POST: the assets are played before or after the content, wherever the date range is.
  package var isOutside: Bool

  package init(isOutside: Bool) { self.isOutside = isOutside }
}

/// The announcement in a `splice_info_section` (SCTE 35 2023, 9.6).
public struct SpliceAnnouncement: Sendable, Hashable {
  /// The name of the command in the standard, such as `splice_insert`.
  public var command: String
  /// The `splice_event_id` or `segmentation_event_id`.
  public var eventID: UInt32?
  /// The `segmentation_type_id`; nil if there is none.
  public var segmentationType: UInt8?
  /// The name of the segmentation type in the standard; nil if there is none.
  public var segmentationName: String?
  /// The `segmentation_upid` as text if it is text, or else in hexadecimal digits; nil if there is no UPID.
  public var upid: String?
  /// The `auto_return` of a break with a duration: whether the break ends without a further message.
  public var returnsByItself: Bool?
  /// Whether the announcement cancels an event that was announced before.
  public var isCancelled = false
}

extension TimelineMarker {
  /// Makes the marker of a Yospace tag at the start (YTYP S) or end (E) of an inserted ad. Nil for a tag within an ad
  /// (M), and for other tags.
  init?(yospace tag: TimedTag) {
    guard let frames = tag.tag?.frames, let type = Self.text("YTYP", in: frames),
      type == "S" || type == "E"
    else { return nil }
    self.init(kind: .yospace, id: Self.text("YMID", in: frames), time: tag.time, isOut: type == "S")
    (program, pid, offset) = (tag.program, tag.pid, tag.offset)
  }

  private static func text(_ id: String, in frames: [ID3Frame]) -> String? {
    for frame in frames where frame.id == id {
      if case .text(_, let values) = frame.content { return values.first }
    }
    return nil
  }
}

extension ParsedEvent {
  /// Appends the event, and the marker if it is a Yospace tag at the start or end of an ad.
  func appendWithMark(to events: inout [ParsedEvent]) {
    events.append(self)
    guard case .tag(let tag) = event, let mark = TimelineMarker(yospace: tag) else { return }
    events.append(ParsedEvent(.marker(mark), in: segment))
  }
}
