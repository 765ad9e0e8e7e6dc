import ID3

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

/// A break that a player fills with other presentations: EXT-X-DATERANGE of the class
/// `com.apple.hls.interstitial` (rfc8216bis, appendix D).
package struct Interstitial: Sendable, Hashable {
  /// X-ASSET-URI as an absolute URL.
  package var assetURL: String?
  /// X-ASSET-LIST as an absolute URL.
  package var assetListURL: String?
  /// X-RESUME-OFFSET: the seconds of the content that are not played; nil: as many as the assets last.
  /// Not above 0: nothing of the content is left out.
  package var resumeOffset: Double?
  /// X-PLAYOUT-LIMIT: no more seconds of the assets are played.
  package var playoutLimit: Double?
  /// CUE has PRE or POST: it is played before or after the content, at any place of its date range.
  package var isOutside: Bool

  /// An interstitial without assets.
  package init(isOutside: Bool) { self.isOutside = isOutside }
}

/// The announcement in a `splice_info_section` (SCTE 35 2023, 9.6).
public struct SpliceAnnouncement: Sendable, Hashable {
  /// The name of the command in the standard, such as `splice_insert`.
  public var command: String
  /// `splice_event_id` or `segmentation_event_id`.
  public var eventID: UInt32?
  /// `segmentation_type_id`; nil for a `splice_insert`.
  public var segmentationType: UInt8?
  /// The segmentation type's name in the standard; nil where it has none.
  public var segmentationName: String?
  /// `segmentation_upid`: text as it is, all else in hexadecimal digits; nil without one.
  public var upid: String?
  /// `auto_return` of a break with a duration: whether it ends without a further message.
  public var returnsByItself: Bool?
  /// Whether an event that was announced before is cancelled.
  public var isCancelled = false
}

extension TimelineMarker {
  /// The mark of a tag of Yospace, which has tags at the start (YTYP S), within (M) and at the end (E) of an
  /// inserted ad; nil for those within, and for other tags.
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
  /// The event, and the mark that it is of an ad.
  func appendWithMark(to events: inout [ParsedEvent]) {
    events.append(self)
    guard case .tag(let tag) = event, let mark = TimelineMarker(yospace: tag) else { return }
    events.append(ParsedEvent(.marker(mark), in: segment))
  }
}
