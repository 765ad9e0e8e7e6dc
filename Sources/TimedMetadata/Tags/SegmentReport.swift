import TransportStream

/// The facts about one segment of a playlist that was read, or could not be read.
public struct SegmentReport: Sendable, Equatable {
  /// The rendition or variant.
  public var rendition: String?
  /// The URI as the playlist has it.
  public var uri: String
  /// EXT-X-MEDIA-SEQUENCE counted on.
  public var mediaSequence: Int
  /// Presentation seconds of its start, by the playlist and the media before it.
  public var start: Double?
  /// Unix seconds of its start, by EXT-X-PROGRAM-DATE-TIME.
  public var wallClock: Double?
  /// EXTINF, seconds.
  public var duration: Double
  /// The kind of its media; nil when nothing of it could be read.
  public var media: MediaKind?
  /// Whether it was read whole.
  public var isComplete = true
  /// Why it could not be read, or not to its end; nil where it could, and in a gap.
  public var failure: String?
  /// The remedy that lets the reader reach it if the safety rules forbid it; nil otherwise.
  public var allowance: String?
  /// EXT-X-GAP: the playlist declares that the segment is unavailable.
  public var isGap = false
  /// Whether the playlist declares a discontinuity before it (EXT-X-DISCONTINUITY).
  public var isDiscontinuity = false
  /// Tags delivered from it.
  public var tags = 0
  /// Of these the ones with a Nielsen payload.
  public var nielsenTags = 0
  /// Presentation seconds from its first to its last audio or video frame; nil where unknown.
  public var frames: ClosedRange<Double>?
  /// Presentation seconds where its first and its last video frame start; nil for other media than a
  /// transport stream with video.
  public var videoFrames: ClosedRange<Double>?
  /// The tables of its transport stream; nil for other media.
  public var tables: SegmentTables?
  /// The declarations of a manifest of DASH about its AdaptationSet; nil for playlists.
  public var manifestSet: ManifestSet?

  /// Makes a report with the given parts.
  public init(
    rendition: String?,
    uri: String,
    mediaSequence: Int,
    start: Double?,
    wallClock: Double? = nil,
    duration: Double
  ) {
    self.rendition = rendition
    self.uri = uri
    self.mediaSequence = mediaSequence
    self.start = start
    self.wallClock = wallClock
    self.duration = duration
  }
}
