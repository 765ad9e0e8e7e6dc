/// A media playlist: segments and their properties (RFC 8216, section 4.3.3).
public struct MediaPlaylist: Sendable, Hashable {
  /// The address of the playlist, which is the base of its relative URIs.
  public var uri: String
  /// EXT-X-VERSION; 1 if it is missing or not valid.
  public var version = 1
  /// EXT-X-TARGETDURATION in seconds, rounded up; nil if it is missing or not valid.
  public var targetDuration: Int?
  /// EXT-X-MEDIA-SEQUENCE: the number of the first segment; 0 if it is missing or not valid.
  public var mediaSequence = 0
  /// EXT-X-DISCONTINUITY-SEQUENCE: the discontinuity sequence number of the first segment; 0 if it is missing or not
  /// valid.
  public var discontinuitySequence = 0
  /// EXT-X-PLAYLIST-TYPE; nil if it is missing or not valid.
  public var type: PlaylistType?
  /// Whether the playlist has EXT-X-ENDLIST: no segments will be added.
  public var hasEndList = false
  /// EXT-X-I-FRAMES-ONLY: each segment is one picture.
  public var isIFramesOnly = false
  /// Whether the playlist has EXT-X-INDEPENDENT-SEGMENTS.
  public var hasIndependentSegments = false
  /// EXT-X-ALLOW-CACHE, which version 7 removed; nil if it is missing or neither YES nor NO.
  public var allowsCache: Bool?
  /// EXT-X-START; nil if it is missing or not valid.
  public var start: StartPoint?
  /// EXT-X-SERVER-CONTROL; nil if it is missing.
  public var serverControl: ServerControl?
  /// PART-TARGET of EXT-X-PART-INF, in seconds; nil if it is missing or not valid.
  public var partTarget: Double?
  /// The number of skipped segments if the previous playlist did not have all of them, otherwise 0. If it is not 0,
  /// load the whole playlist.
  public var missingSkippedCount = 0
  /// The segments in order.
  public var segments: [MediaSegment] = []
  /// The partial segments of the segment that is not complete yet.
  public var trailingParts: [PartialSegment] = []
  /// The segment that is not complete yet, with the URI of its first part and the total duration of its parts so far;
  /// nil if ``trailingParts`` is empty.
  public var unfinishedSegment: MediaSegment?
  /// The ad break markers after the last segment.
  public var trailingCues: [CueMarker] = []
  /// The date ranges after the last segment.
  public var trailingDateRanges: [DateRange] = []
  /// The EXT-X-PRELOAD-HINT tags with a URI, in order.
  public var preloadHints: [PreloadHint] = []
  /// The EXT-X-RENDITION-REPORT tags with a URI, in order.
  public var renditionReports: [RenditionReport] = []
  /// The variables that EXT-X-DEFINE defines, by name.
  public var variables: [String: String] = [:]
  /// The unknown tags before the first segment's own tags, and after the last segment.
  public var unknownTags: [UnknownTag] = []

  /// An empty playlist with this address.
  public init(uri: String) {
    self.uri = uri
  }

  /// Resolves a reference in this playlist to a URI (RFC 8216, section 4.1).
  public func resolve(_ reference: String) -> String {
    URIResolution.resolve(reference, against: uri)
  }

  /// The sum of the segments' durations in seconds.
  public var duration: Double { segments.reduce(0) { $0 + $1.duration } }

  /// Whether the playlist may change: it has neither EXT-X-ENDLIST nor type VOD.
  public var isLive: Bool { !hasEndList && type != .videoOnDemand }

  package func ended() -> MediaPlaylist {
    var playlist = self
    playlist.hasEndList = true
    return playlist
  }
}

/// A segment of a media playlist, with the keys, initialization section and dates in force.
public struct MediaSegment: Sendable, Hashable {
  /// The URI as written, with variables replaced; see ``MediaPlaylist/resolve(_:)``.
  public var uri: String
  /// The duration of EXTINF in seconds; 0 if it is missing or not valid.
  public var duration: Double
  /// Whether the duration has a decimal point. Without one it may be rounded to whole seconds (RFC 8216, section
  /// 4.3.2.1).
  public var hasDecimalDuration = true
  /// The title of EXTINF; nil if it is empty.
  public var title: String?
  /// The segment's media sequence number.
  public var mediaSequenceNumber = 0
  /// The segment's discontinuity sequence number.
  public var discontinuitySequenceNumber = 0
  /// Whether EXT-X-DISCONTINUITY precedes the segment.
  public var isDiscontinuity = false
  /// EXT-X-GAP: the segment is not available and should not be fetched.
  public var isGap = false
  /// The byte range in the resource; nil means the whole resource.
  public var byteRange: ByteRange?
  /// The initialization section in force; nil if no EXT-X-MAP with a URI precedes the segment.
  public var map: MediaInitializationSection?
  /// The keys in force, one for each KEYFORMAT, as alternatives. Empty if the segment is not encrypted.
  public var keys: [EncryptionKey] = []
  /// The EXT-X-PROGRAM-DATE-TIME before the segment, in Unix seconds; nil if it is missing or not valid.
  public var programDateTime: Double?
  /// The start in Unix seconds: ``programDateTime``, or a time computed from the nearest earlier
  /// EXT-X-PROGRAM-DATE-TIME, or else from the first later one. Nil if no EXT-X-PROGRAM-DATE-TIME is known.
  public var startDate: Double?
  /// The EXT-X-BITRATE in force, in kilobits per second; nil if it is missing or not valid, or if the segment has a
  /// byte range.
  public var bitrate: Int?
  /// The ad break markers before the segment.
  public var cues: [CueMarker] = []
  /// The date ranges before the segment. Their position in the playlist does not matter to players.
  public var dateRanges: [DateRange] = []
  /// The partial segments of the segment.
  public var parts: [PartialSegment] = []
  /// The unknown tags before the segment.
  public var unknownTags: [UnknownTag] = []
  /// The line number of the URI, of an unfinished segment's first part, or of the EXT-X-SKIP that skips the segment,
  /// from 1; 0 if the segment was not read from a playlist.
  public var line = 0

  /// The end in Unix seconds; nil if the start is not known.
  public var endDate: Double? { startDate.map { $0 + duration } }
}

extension MediaSegment {
  /// A segment with this URI and duration in seconds.
  public init(uri: String, duration: Double) { self.init(uri: uri, duration: duration, line: 0) }
}

extension MediaPlaylist {
  /// The default distance from the end at which playback starts, in target durations (RFC 8216, section 6.3.3).
  /// HOLD-BACK of EXT-X-SERVER-CONTROL replaces it.
  private static let holdBackInTargetDurations = 3.0

  /// The index of the segment at which to start a live playlist: the last one that starts at least HOLD-BACK, or three
  /// target durations (0 if unknown), before the end. If all segments start later, the index is 0.
  public var liveStartIndex: Int {
    let holdBack =
      serverControl?.holdBack
      ?? Double(targetDuration ?? 0) * Self.holdBackInTargetDurations
    var distance = 0.0
    for (index, segment) in segments.enumerated().reversed() {
      distance += segment.duration
      if distance >= holdBack { return index }
    }
    return 0
  }

  /// The index of the first segment that ends after a time in Unix seconds. Nil if no segment ends later, or if the
  /// playlist has no EXT-X-PROGRAM-DATE-TIME.
  public func index(ofSegmentAt unixSeconds: Double) -> Int? {
    segments.firstIndex { segment in segment.endDate.map { $0 > unixSeconds } ?? false }
  }
}
