import HTTP
import System
import TimedMetadata

/// How to reach the resources that a playlist names, and which of them to read.
public struct PlaylistAccess: Sendable {
  /// The absolute URL of the playlist itself; nil if it has none, such as standard input: then only
  /// absolute URIs in it can be read, and it cannot be reloaded.
  public var url: String?
  /// Opens the URIs, and restricts which of them are allowed.
  public var loader: any ResourceLoader
  /// Which variants and renditions are read.
  public var selection: RenditionSelection
  /// Where reading begins; nil: at the beginning, and in live playlists where a player would begin. For other inputs
  /// tags before a number of seconds are skipped; a position from the end or a time of day is not available for them.
  public var start: ReadingStart?
  /// Whether a playlist on disk without an end mark is followed like one on the network. By default it is read from
  /// its start to its end at once, unless it is being written.
  public var followsFiles = false
  /// Whether the assets of interstitials (X-ASSET-URI, X-ASSET-LIST) are read at the end of the presentation: notes
  /// report whether they have tags and which tags they replace. Fetching a list may count as a request for an ad.
  public var readsInterstitials = false
  /// The limits on what is read.
  public var limits: PlaylistReadingLimits
  /// Called on a reading thread when the media playlists have been fetched and reading begins. It must not block.
  public var onOpened: (@Sendable (OpenedPlaylists) -> Void)?
  /// Called on a reading thread after each reload of a live media playlist. It must not block.
  public var onReload: (@Sendable (PlaylistReload) -> Void)?
  /// Called when the number of segments changes that a live rendition lists and that have not been read. It must not
  /// block.
  package var onBacklog: (@Sendable (_ rendition: String?, _ segments: Int) -> Void)?
  /// A lasting fault of a live playlist is reported again after this many seconds; nil: it is reported once.
  public var reminder: Double?
  /// The time at the server when it answered with the manifest itself; nil if it did not send one. Without UTCTiming
  /// it determines the clock of the server.
  package var answerDate: AnswerDate?
  /// The clock for following live playlists.
  package var clock: any LiveClock = SystemLiveClock()
  /// The time of day in Unix seconds, which determines the available segments of a live manifest.
  package var unixTime: @Sendable () -> Double = { SystemClock.seconds() }

  /// Reads everything by default, from where a player would begin.
  public init(
    url: String?,
    loader: any ResourceLoader,
    selection: RenditionSelection = RenditionSelection(),
    start: ReadingStart? = nil,
    limits: PlaylistReadingLimits = PlaylistReadingLimits()
  ) {
    self.url = url
    self.loader = loader
    self.selection = selection
    self.start = start
    self.limits = limits
  }
}

/// Limits on what is read of a playlist's presentation: playlists are untrusted.
public struct PlaylistReadingLimits: Sendable, Hashable {
  /// Bytes of a playlist: 16 MiB.
  public var playlistBytes: Int64 = 16 << 20
  /// Bytes of the media playlists of a presentation together: 64 MiB.
  public var allPlaylistBytes: Int64 = 64 << 20
  /// Segments in a playlist.
  public var segmentsPerPlaylist = 100_000
  /// Segments in the media playlists of a presentation together, on the first load.
  public var allSegments = 400_000
  /// Bytes of a segment: 4 GiB.
  public var segmentBytes: Int64 = 4 << 30
  /// Bytes of an initialization section: 16 MiB.
  public var initializationBytes: Int64 = 16 << 20
  /// Variants and renditions that are read.
  public var renditions = 64
  /// Segments that are fetched at the same time, over all renditions.
  public var segmentsInFlight = 16
  /// Seconds without a new segment after which a live playlist counts as ended: 60 s. The effective timeout is at
  /// least three target durations of the playlist.
  public var liveTimeoutSeconds = 60.0

  /// The defaults given above.
  public init() {}

  /// How long a live playlist or manifest may have no new segment before it counts as ended, in seconds; `cadence`: the
  /// target duration of a playlist, or the longer of the segments and reloads of a manifest.
  func liveTimeout(cadence: Double) -> Double {
    max(liveTimeoutSeconds, cadence * LocalPlaylist.endInTargetDurations)
  }
}

/// The media playlists of a presentation before any segment has been read.
public struct OpenedPlaylists: Sendable, Equatable {
  /// The variants and renditions that will be read, in the order of the multivariant playlist.
  public var renditions: [RenditionSummary]
  /// Whether any of them may grow: it has no EXT-X-ENDLIST.
  public var isLive: Bool
  /// The longest EXT-X-TARGETDURATION, in seconds, at most 30.
  public var targetDuration: Double

  /// Makes a description with the given parts.
  public init(renditions: [RenditionSummary], isLive: Bool, targetDuration: Double) {
    self.renditions = renditions
    self.isLive = isLive
    self.targetDuration = targetDuration
  }
}

/// The result of reloading a live media playlist.
public struct PlaylistReload: Sendable, Equatable {
  /// The kind of result.
  public enum Outcome: Sendable, Equatable {
    /// Something new: segments, parts, or the end.
    case renewed
    /// Nothing new for this number of seconds.
    case unchanged(seconds: Double)
    /// The playlist could not be loaded.
    case failed(TimedMetadataError)
  }

  /// The variant or rendition; nil for a media playlist without a multivariant playlist.
  public var rendition: String?
  /// Its EXT-X-TARGETDURATION in seconds.
  public var targetDuration: Double
  /// The result.
  public var outcome: Outcome
  /// The seconds from the request to the result of a load that failed, with all its attempts; otherwise 0.
  public var failedSeconds: Double

  /// Makes a description with the given parts.
  public init(
    rendition: String?,
    targetDuration: Double,
    outcome: Outcome,
    failedSeconds: Double = 0
  ) {
    self.rendition = rendition
    self.targetDuration = targetDuration
    self.outcome = outcome
    self.failedSeconds = failedSeconds
  }
}
