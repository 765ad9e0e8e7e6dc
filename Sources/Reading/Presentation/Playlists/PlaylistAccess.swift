import HTTP
import System
import TimedMetadata

/// How to fetch the resources that a playlist refers to, and which of them to read.
public struct PlaylistAccess: Sendable {
  /// The absolute URL of the playlist itself; nil if it has none, for example because it comes from standard input. A
  /// playlist without a URL cannot be reloaded, and must refer to its media by absolute URIs.
  public var url: String?
  /// Opens the URIs in the playlist, and restricts which of them are allowed.
  public var loader: any ResourceLoader
  /// Which variants and renditions are read.
  public var selection: RenditionSelection
  /// The position where reading begins. Nil means the beginning or, in a live playlist on a server, the position where
  /// a player would begin. If the input is not a playlist, a position in seconds from the start skips the tags before
  /// it, and a position from the end or a time of day is an error.
  public var start: ReadingStart?
  /// Whether a playlist on disk without an end mark is reloaded like a playlist on the network. By default it is read
  /// once from start to end, unless it is still being written.
  public var followsFiles = false
  /// Whether the assets of interstitials (X-ASSET-URI, X-ASSET-LIST) are read at the end of the presentation. Notes
  /// then report assets without tags, and how many tags of the content these assets replace. Fetching a list may count
  /// as an ad request.
  public var readsInterstitials = false
  /// The limits on sizes, counts and times.
  public var limits: PlaylistReadingLimits
  /// Called when the media playlists have been fetched and reading begins. It must not block.
  public var onOpened: (@Sendable (OpenedPlaylists) -> Void)?
  /// Called after reloads of a live playlist or manifest, and after checks for new segments. It must not block.
  public var onReload: (@Sendable (PlaylistReload) -> Void)?
  /// Called with the number of listed but unread segments of a live rendition when this number may have changed. It
  /// must not block.
  package var onBacklog: (@Sendable (_ rendition: String?, _ segments: Int) -> Void)?
  /// Seconds after which a lasting fault of a live playlist is reported again; nil to report it once.
  public var reminder: Double?
  /// The `Date` of the response that contained the manifest itself; nil if there is none. Without a usable UTCTiming,
  /// this date determines the server's clock.
  package var answerDate: AnswerDate?
  /// The clock that times the reloads of live playlists. Its time of day determines the available segments of a live
  /// manifest.
  package var clock: any TaskClock = SystemClock()

  /// Makes an access with the given properties.
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

/// Limits on the size of a presentation, because playlists are untrusted.
public struct PlaylistReadingLimits: Sendable, Hashable {
  /// The maximum size of a playlist or manifest, in bytes: 16 MiB.
  public var playlistBytes: Int64 = 16 << 20
  /// The maximum size of all media playlists of a presentation together, in bytes: 64 MiB.
  public var allPlaylistBytes: Int64 = 64 << 20
  /// The maximum number of segments in a playlist, or of a rendition of a manifest.
  public var segmentsPerPlaylist = 100_000
  /// The maximum number of segments of all renditions of a presentation together, when they are first loaded.
  public var allSegments = 400_000
  /// The maximum size of a segment, in bytes: 4 GiB.
  public var segmentBytes: Int64 = 4 << 30
  /// The maximum size of an initialization section, in bytes: 16 MiB.
  public var initializationBytes: Int64 = 16 << 20
  /// The maximum number of variants and renditions that are read.
  public var renditions = 64
  /// The maximum number of segments that are fetched at the same time, over all renditions. A live presentation with
  /// more renditions than this still fetches one segment of each rendition.
  public var segmentsInFlight = 16
  /// Seconds without a change after which a live playlist or manifest counts as ended. The actual timeout is at least
  /// three target durations.
  public var liveTimeoutSeconds = LiveLimits.endTimeout

  /// Makes the default limits.
  public init() {}

}

/// The renditions of a presentation, before any segment has been read.
public struct OpenedPlaylists: Sendable, Equatable {
  /// The variants and renditions that will be read.
  public var renditions: [RenditionSummary]
  /// Whether any playlist is live or the manifest is dynamic. Captures on disk are not live.
  public var isLive: Bool
  /// The longest EXT-X-TARGETDURATION in seconds, or 6 if there is none; for a manifest, the longest duration among the
  /// last three segments of each rendition. At most 30.
  public var targetDuration: Double

  /// Makes a description with the given properties.
  public init(renditions: [RenditionSummary], isLive: Bool, targetDuration: Double) {
    self.renditions = renditions
    self.isLive = isLive
    self.targetDuration = targetDuration
  }
}

/// A reload of a live playlist or manifest, or a check of a manifest for available segments, and its outcome.
public struct PlaylistReload: Sendable, Equatable {
  /// The possible outcomes of a reload.
  public enum Outcome: Sendable, Equatable {
    /// The playlist has new segments, new parts or an end mark, or the manifest has new segments.
    case renewed
    /// There has been no such change for this number of seconds.
    case unchanged(seconds: Double)
    /// The playlist or manifest could not be loaded.
    case failed(TimedMetadataError)
  }

  /// The name of the variant or rendition; nil if a media playlist is read without a multivariant playlist.
  public var rendition: String?
  /// The target duration of the playlist, in seconds. For a manifest, the longer of the segment duration and the reload
  /// interval.
  public var targetDuration: Double
  /// The outcome of the reload.
  public var outcome: Outcome
  /// Seconds from the request to the failure, including all attempts; 0 if the reload succeeded.
  public var failedSeconds: Double

  /// Makes a reload with the given properties.
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
