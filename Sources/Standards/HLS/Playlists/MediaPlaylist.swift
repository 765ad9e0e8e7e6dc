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

/// A segment of a media playlist, with everything that applies to it.
public struct MediaSegment: Sendable, Hashable {
  /// The URI as written, variables replaced; see ``MediaPlaylist/resolve(_:)``.
  public internal(set) var uri: String
  /// The duration of EXTINF in seconds; 0 where it is missing or unreadable.
  public internal(set) var duration: Double
  /// EXTINF has fractions of a second: it has a decimal point. Without one it may be rounded to whole
  /// seconds (RFC 8216, 4.3.2.1).
  public internal(set) var hasDecimalDuration: Bool
  /// The title of EXTINF; nil where it is empty.
  public internal(set) var title: String?
  /// The media sequence number.
  public internal(set) var mediaSequenceNumber: Int
  /// The discontinuity sequence number.
  public internal(set) var discontinuitySequenceNumber: Int
  /// EXT-X-DISCONTINUITY comes before it.
  public internal(set) var isDiscontinuity: Bool
  /// EXT-X-GAP: the segment is not available and should not be fetched.
  public internal(set) var isGap: Bool
  /// The part of the resource; nil for the whole.
  public internal(set) var byteRange: ByteRange?
  /// The initialization section that applies.
  public internal(set) var map: MediaInitializationSection?
  /// The keys in force, one a KEYFORMAT: alternatives for the same media. Empty in clear.
  public internal(set) var keys: [EncryptionKey]
  /// EXT-X-PROGRAM-DATE-TIME before it, in Unix seconds.
  public internal(set) var programDateTime: Double?
  /// When it starts, in Unix seconds: ``programDateTime``, else counted from that of the nearest
  /// segment before it, else of the first one after it. Nil where the playlist has no such tag.
  public internal(set) var startDate: Double?
  /// EXT-X-BITRATE that applies, in kilobits a second.
  public internal(set) var bitrate: Int?
  /// Marks of advertisement breaks before it.
  public internal(set) var cues: [CueMarker]
  /// Date ranges that come before it. Their place in the playlist does not matter to a player.
  public internal(set) var dateRanges: [DateRange]
  /// Its partial segments.
  public internal(set) var parts: [PartialSegment]
  /// Unknown tags before it.
  public internal(set) var unknownTags: [UnknownTag]
  /// The line of the URI, counted from 1.
  public internal(set) var line: Int

  /// When it ends, in Unix seconds, where the start is known.
  public var endDate: Double? { startDate.map { $0 + duration } }
}

/// Where to start in a playlist.
extension MediaPlaylist {
  /// How far from the end playing starts where EXT-X-SERVER-CONTROL does not say (RFC 8216, section
  /// 6.3.3).
  private static let holdBackInTargetDurations = 3.0

  /// The index of the segment to start a live playlist at: the last one that starts no less than
  /// HOLD-BACK, or three target durations, from the end; the first when all are too near.
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

  /// The index of the first segment that ends after a moment, in Unix seconds; nil when there is
  /// none, or no EXT-X-PROGRAM-DATE-TIME.
  public func index(ofSegmentAt unixSeconds: Double) -> Int? {
    segments.firstIndex { segment in segment.endDate.map { $0 > unixSeconds } ?? false }
  }
}
