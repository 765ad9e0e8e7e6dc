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
