import ISOMedia
import TransportStream

/// The changes that a fault makes to a presentation, in addition to its changes to tags and packets. A nil change has
/// no effect.
struct PresentationChanges: Sendable {
  /// The position of a segment. Faults use it to decide what they change.
  struct Moment: Sendable {
    var segment: Int
    /// Seconds from the start of the presentation to the start of the segment.
    var seconds: Double
    /// The transmitted PTS at the start and at the end of the segment, in 90 kHz ticks.
    var startPTS: Int64
    var endPTS: Int64
    /// Whether a fault that affects one segment affects this one.
    var isStruck: Bool
  }

  /// Seconds into the presentation at which a fault of one segment occurs. The time is between two DATA tags and far
  /// from INFO tags, so that a short segment contains no tag.
  static let struckSecond = 45.0

  /// Returns whether a rendition carries tags. Nil means that `PresentationOptions.tagRenditions` decides.
  var carriesTags: (@Sendable (RenditionPlace) -> Bool)?
  /// Returns whether a rendition has the fault. Nil means that all renditions have it.
  var strikes: (@Sendable (RenditionPlace) -> Bool)?
  /// The minimum number of variants needed to show the fault.
  var minimumVariants = 1
  /// Whether only transport stream segments show the fault, although it does not change packets.
  var needsTransportStream = false
  /// Whether only packed audio shows the fault.
  var needsPackedAudio = false
  /// Whether the fault needs both a video and an audio rendition to show.
  var needsVideoAndAudio = false
  /// Returns whether the file of a segment is missing.
  var omitsFile: (@Sendable (Moment) -> Bool)?
  /// Changes the bytes of a segment before encryption.
  var segmentBytes: (@Sendable (inout [UInt8], Moment) -> Void)?
  var playlist: (@Sendable (inout WrittenPlaylist) -> Void)?
  var manifest: (@Sendable (inout WrittenManifest) -> Void)?
  /// Seconds into the presentation at which a second Period of the manifest starts. Nil if there is only one Period.
  var periodBreak: Double?
  /// Returns the shift of all clocks of a segment in 90 kHz ticks, without a discontinuity.
  var segmentShift: (@Sendable (Moment) -> Int64)?
  /// Returns whether live playlists stay unchanged when the segment with this number is due.
  var keepsPlaylists: (@Sendable (Int) -> Bool)?
  /// Whether a segment with a tag is divided into parts inside the tag.
  var cutsTags = false
  /// The interstitial at ``struckSecond``. Nil if there is no interstitial.
  var interstitial: Interstitial?
  /// Changes the time stamp tag at the start of a packed audio segment.
  var timestampTag: (@Sendable (inout [UInt8], Moment) -> Void)?
  /// Returns the PTS of a tag in a transport stream, given the default PTS, in 90 kHz ticks.
  var tagPTS: (@Sendable (Int64, PlannedTag, Moment) -> Int64)?
  /// Returns whether the packets of a tag, except the first, are in the next segment.
  var splitsTag: (@Sendable (PlannedTag) -> Bool)?
  /// Changes the event message (`emsg`) of a tag.
  var event: (@Sendable (inout TagEvent, PlannedTag, Moment) -> Void)?
  /// Changes the event of a tag in an event track.
  var instance: (@Sendable (inout EventInstanceBox, PlannedTag) -> Void)?
  /// Returns whether the event of a tag is repeated in the next segment.
  var repeatsEvent: (@Sendable (PlannedTag) -> Bool)?
  /// Returns boxes to write before the events of a segment or of an event track's sample.
  var boxes: (@Sendable (Moment) -> [UInt8])?
  /// Returns bytes to write before the initialization section, given the PTS of the first frame in 90 kHz ticks.
  var beforeInitialization: (@Sendable (Int64) -> [UInt8])?
  /// Whether segments declare the ID3 brand.
  var namesBrand = true

  /// Whether the fault changes HLS playlists, and therefore does not show in DASH.
  var changesPlaylists: Bool {
    playlist != nil || keepsPlaylists != nil || interstitial != nil
  }

  /// An interstitial whose asset carries no tags.
  struct Interstitial: Sendable {
    /// X-RESUME-OFFSET in seconds. Nil means that the asset replaces content of the same duration.
    var resumeOffset: Int?
  }
}

/// The position of a rendition in its presentation.
struct RenditionPlace: Sendable {
  /// The number of the rendition, from 0. Variants come first, then the audio rendition.
  var number: Int
  var variantCount: Int
  var isAudio: Bool { number >= variantCount }
}

extension WrittenPlaylist {
  /// The index of the segment that a fault of a single segment changes. Nil if the playlist ends before that segment.
  var struckSegment: Int? {
    var end: Int64 = 0
    return segments.firstIndex { segment in
      end += segment.duration
      return Double(end) > PresentationChanges.struckSecond * Double(Timestamp.ticksPerSecond)
    }
  }
}

extension SegmentContent {
  /// The position of the segment. `firstPTS` is the PTS at the start of the presentation, in 90 kHz ticks.
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
