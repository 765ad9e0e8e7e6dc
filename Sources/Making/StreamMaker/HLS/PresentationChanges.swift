import ISOMedia
import TransportStream

/// The changes of a fault in a presentation, beside its tags and packets. Nil changes nothing.
struct PresentationChanges: Sendable {
  /// A segment of one rendition.
  struct Moment: Sendable {
    /// The number of the segment, from 0.
    var segment: Int
    /// Seconds from the start of the presentation to its start.
    var seconds: Double
    /// The PTS at which it starts and the next one does, as they are carried.
    var startPTS: Int64
    var endPTS: Int64
    /// Whether it is the segment that faults of one segment strike.
    var isStruck: Bool
  }

  /// A second of the presentation whose segment holds no tag, with segments of usual length: between
  /// two DATA tags, and far from INFO.
  static let struckSecond = 45.0

  /// Whether a rendition carries tags.
  var carriesTags: (@Sendable (RenditionPlace) -> Bool)?
  /// Which renditions have the fault; nil: all.
  var strikes: (@Sendable (RenditionPlace) -> Bool)?
  /// The variants that it takes to show the fault.
  var minimumVariants = 1
  /// Whether only transport stream segments can show it, although nothing of their packets is changed.
  var needsTransportStream = false
  /// Whether only packed audio can show it.
  var needsPackedAudio = false
  /// Whether it shows only beside one another in video and audio.
  var needsVideoAndAudio = false
  /// Whether a segment's file is not there.
  var omitsFile: (@Sendable (Moment) -> Bool)?
  /// The bytes of a segment, before they are encrypted.
  var segmentBytes: (@Sendable (inout [UInt8], Moment) -> Void)?
  /// Changes the content of a media playlist.
  var playlist: (@Sendable (inout WrittenPlaylist) -> Void)?
  /// Changes the content of a manifest of DASH.
  var manifest: (@Sendable (inout WrittenManifest) -> Void)?
  /// The seconds after which the segments of a manifest are in a second Period; nil: there is one Period.
  var periodBreak: Double?
  /// By how many ticks of 90 kHz all clocks of a segment are shifted, which nothing declares.
  var segmentShift: (@Sendable (Moment) -> Int64)?
  /// Whether the playlists of a live channel stay as they are when the segment of this number is due.
  var keepsPlaylists: (@Sendable (Int) -> Bool)?
  /// Whether a segment with a tag is cut into parts within the tag.
  var cutsTags = false
  /// The interstitial that replaces the content from the struck second on.
  var interstitial: Interstitial?
  /// The tag that a packed audio segment starts with.
  var timestampTag: (@Sendable (inout [UInt8], Moment) -> Void)?
  /// The PTS of a tag in a transport stream, given the usual one.
  var tagPTS: (@Sendable (Int64, PlannedTag, Moment) -> Int64)?
  /// Whether the packets of a tag after its first one leave with the next segment.
  var splitsTag: (@Sendable (PlannedTag) -> Bool)?
  /// The event message of a tag.
  var event: (@Sendable (inout TagEvent, PlannedTag, Moment) -> Void)?
  /// The event of a tag in an event track.
  var instance: (@Sendable (inout EventInstanceBox, PlannedTag) -> Void)?
  /// Whether the event of a tag is repeated in the next segment.
  var repeatsEvent: (@Sendable (PlannedTag) -> Bool)?
  /// Boxes before the events of a segment, or of a sample of an event track.
  var boxes: (@Sendable (Moment) -> [UInt8])?
  /// Bytes before the initialization section, given the PTS of the first frame.
  var beforeInitialization: (@Sendable (Int64) -> [UInt8])?
  /// Whether segments name the brand of ID3.
  var namesBrand = true

  /// Whether it is playlists that are changed, which a manifest of DASH does not show.
  var changesPlaylists: Bool {
    playlist != nil || keepsPlaylists != nil || interstitial != nil
  }

  /// An interstitial whose asset carries no tags.
  struct Interstitial: Sendable {
    /// X-RESUME-OFFSET in seconds; nil: as much of the content is replaced as the asset lasts.
    var resumeOffset: Int?
  }
}

/// Which rendition of a presentation it is.
struct RenditionPlace: Sendable {
  /// Its number from 0: variants first.
  var number: Int
  /// The number of variants.
  var variantCount: Int
  /// Whether it is the audio rendition.
  var isAudio: Bool { number >= variantCount }
}

extension WrittenPlaylist {
  /// The segment that faults of one segment strike; nil when the playlist ends before it.
  var struckSegment: Int? {
    var end: Int64 = 0
    return segments.firstIndex { segment in
      end += segment.duration
      return Double(end) > PresentationChanges.struckSecond * Double(Timestamp.ticksPerSecond)
    }
  }
}

extension SegmentContent {
  /// The facts of the segment for faults, given the PTS at which the presentation starts.
  func moment(firstPTS: Int64) -> PresentationChanges.Moment {
    let ticks = Double(Timestamp.ticksPerSecond)
    let struck = firstPTS + Int64(PresentationChanges.struckSecond * ticks)
    return PresentationChanges.Moment(
      segment: number,
      seconds: Double(start - firstPTS) / ticks,
      startPTS: start + shift,
      endPTS: end + shift,
      isStruck: (start..<max(start, end)).contains(struck)
    )
  }
}
