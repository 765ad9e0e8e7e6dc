/// A media playlist: segments and what is said about them (RFC 8216, section 4.3.3).
public struct MediaPlaylist: Sendable, Hashable {
  /// The address it was read from.
  public let uri: String
  /// EXT-X-VERSION, 1 where absent.
  public internal(set) var version = 1
  /// EXT-X-TARGETDURATION in seconds; nil where it is missing or unreadable.
  public internal(set) var targetDuration: Int?
  /// EXT-X-MEDIA-SEQUENCE: the number of the first segment, 0 where absent.
  public internal(set) var mediaSequence = 0
  /// EXT-X-DISCONTINUITY-SEQUENCE: the number of the first segment's continuous run, 0 where absent.
  public internal(set) var discontinuitySequence = 0
  /// EXT-X-PLAYLIST-TYPE.
  public internal(set) var type: PlaylistType?
  /// EXT-X-ENDLIST: nothing will be added.
  public internal(set) var hasEndList = false
  /// EXT-X-I-FRAMES-ONLY: each segment is one picture.
  public internal(set) var isIFramesOnly = false
  /// EXT-X-INDEPENDENT-SEGMENTS.
  public internal(set) var hasIndependentSegments = false
  /// EXT-X-ALLOW-CACHE, which version 7 removed.
  public internal(set) var allowsCache: Bool?
  /// EXT-X-START.
  public internal(set) var start: StartPoint?
  /// EXT-X-SERVER-CONTROL.
  public internal(set) var serverControl: ServerControl?
  /// PART-TARGET of EXT-X-PART-INF, in seconds.
  public internal(set) var partTarget: Double?
  /// How many segments a delta update left out and could not be taken from the playlist before it.
  /// Not 0: read the whole playlist again.
  public internal(set) var missingSkippedCount = 0
  /// The segments in order.
  public internal(set) var segments: [MediaSegment] = []
  /// The partial segments of the segment that is not complete yet.
  public internal(set) var trailingParts: [PartialSegment] = []
  /// The segment that is not complete yet, of which ``trailingParts`` are there: what applies to it as far as
  /// the playlist says by now. Its URI is that of its first part, its duration that of its parts. Nil without
  /// parts.
  public internal(set) var unfinishedSegment: MediaSegment?
  /// Marks of advertisement breaks after the last segment.
  public internal(set) var trailingCues: [CueMarker] = []
  /// Date ranges after the last segment.
  public internal(set) var trailingDateRanges: [DateRange] = []
  /// EXT-X-PRELOAD-HINT.
  public internal(set) var preloadHints: [PreloadHint] = []
  /// EXT-X-RENDITION-REPORT.
  public internal(set) var renditionReports: [RenditionReport] = []
  /// Variables by name, as EXT-X-DEFINE made them.
  public internal(set) var variables: [String: String] = [:]
  /// Unknown tags before the first segment's own tags and after the last segment.
  public internal(set) var unknownTags: [UnknownTag] = []

  init(uri: String) {
    self.uri = uri
  }

  /// The URI that a `reference` of this playlist means (RFC 8216, section 4.1).
  public func resolve(_ reference: String) -> String {
    URIResolution.resolve(reference, against: uri)
  }

  /// The sum of the segments' durations in seconds.
  public var duration: Double { segments.reduce(0) { $0 + $1.duration } }

  /// Whether it changes: neither EXT-X-ENDLIST nor type VOD.
  public var isLive: Bool { !hasEndList && type != .videoOnDemand }

  /// The same playlist with its end mark: nothing will be added.
  package func ended() -> MediaPlaylist {
    var playlist = self
    playlist.hasEndList = true
    return playlist
  }
}
