import ISOMedia
import TransportStream

/// The changes that a fault makes to a presentation, in addition to those of tags and packets. A nil change has no effect.
struct PresentationChanges: Sendable {
  /// A segment of a rendition, as faults see it.
  struct Moment: Sendable {
    /// The number of the segment, from 0.
    var segment: Int
    /// Seconds from the start of the presentation to the start of the segment.
    var seconds: Double
    /// The PTS at the start of this segment and at that of the next one, as they are carried.
    var startPTS: Int64
    var endPTS: Int64
    /// Whether a fault of one segment changes this segment.
    var isStruck: Bool
  }

  /// The time in the presentation, in seconds, at which faults of one segment change it. With the default segment length, this
  /// segment has no tag: the time is between two DATA tags, and far from INFO tags.
  static let struckSecond = 45.0

  /// Whether a rendition carries tags.
  var carriesTags: (@Sendable (RenditionPlace) -> Bool)?
  /// Whether a rendition has the fault; nil: all of them have it.
  var strikes: (@Sendable (RenditionPlace) -> Bool)?
  /// The minimum number of variants that show the fault.
  var minimumVariants = 1
  /// Whether the fault needs transport stream segments to show, although it does not change packets.
  var needsTransportStream = false
  /// Whether the fault needs packed audio to show.
  var needsPackedAudio = false
  /// Whether the fault needs both a video and an audio rendition to show.
  var needsVideoAndAudio = false
  /// Whether the file of a segment is missing.
  var omitsFile: (@Sendable (Moment) -> Bool)?
  /// Changes the bytes of a segment, before they are encrypted.
  var segmentBytes: (@Sendable (inout [UInt8], Moment) -> Void)?
  /// Changes a media playlist.
  var playlist: (@Sendable (inout WrittenPlaylist) -> Void)?
  /// Changes a DASH manifest.
  var manifest: (@Sendable (inout WrittenManifest) -> Void)?
  /// The seconds after which the segments of a manifest belong to a second Period; nil: there is one Period.
  var periodBreak: Double?
  /// Returns by how many 90 kHz ticks all clocks of a segment are shifted, without a discontinuity.
  var segmentShift: (@Sendable (Moment) -> Int64)?
  /// Whether the playlists of a live channel are not updated when the segment with this number is due.
  var keepsPlaylists: (@Sendable (Int) -> Bool)?
  /// Whether a segment with a tag is cut into parts within the tag.
  var cutsTags = false
  /// The interstitial at the struck second.
  var interstitial: Interstitial?
  /// Changes the time stamp tag at the start of a packed audio segment.
  var timestampTag: (@Sendable (inout [UInt8], Moment) -> Void)?
  /// Returns the PTS of a tag in a transport stream, given the usual PTS.
  var tagPTS: (@Sendable (Int64, PlannedTag, Moment) -> Int64)?
  /// Whether the packets of a tag, except the first, are in the next segment.
  var splitsTag: (@Sendable (PlannedTag) -> Bool)?
  /// Changes the event message of a tag.
  var event: (@Sendable (inout TagEvent, PlannedTag, Moment) -> Void)?
  /// Changes the event of a tag in an event track.
  var instance: (@Sendable (inout EventInstanceBox, PlannedTag) -> Void)?
  /// Whether the event of a tag is repeated in the next segment.
  var repeatsEvent: (@Sendable (PlannedTag) -> Bool)?
  /// Returns boxes that come before the events of a segment, or of a sample of an event track.
  var boxes: (@Sendable (Moment) -> [UInt8])?
  /// Returns bytes that come before the initialization section, given the PTS of the first frame.
  var beforeInitialization: (@Sendable (Int64) -> [UInt8])?
  /// Whether segments have the brand of ID3.
  var namesBrand = true

  /// Whether the fault changes HLS playlists, so that it does not show in DASH.
  var changesPlaylists: Bool {
    playlist != nil || keepsPlaylists != nil || interstitial != nil
  }

  /// An interstitial whose asset carries no tags.
  struct Interstitial: Sendable {
    /// X-RESUME-OFFSET in seconds; nil: the asset replaces as much content as it lasts.
    var resumeOffset: Int?
  }
}

/// The position of a rendition in its presentation.
struct RenditionPlace: Sendable {
  /// The number of the rendition, from 0. Variants come first.
  var number: Int
  /// The number of variants.
  var variantCount: Int
  /// Whether it is the audio rendition.
  var isAudio: Bool { number >= variantCount }
}

extension WrittenPlaylist {
  /// The index of the segment that faults of one segment change; nil when the playlist ends before it.
  var struckSegment: Int? {
    var end: Int64 = 0
    return segments.firstIndex { segment in
      end += segment.duration
      return Double(end) > PresentationChanges.struckSecond * Double(Timestamp.ticksPerSecond)
    }
  }
}

extension SegmentContent {
  /// The segment as faults see it, given the PTS at the start of the presentation.
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
