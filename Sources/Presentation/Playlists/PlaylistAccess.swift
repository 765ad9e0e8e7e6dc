import System
import TimedMetadata

/// How to reach what a playlist names, and what of it to read.
public struct PlaylistAccess: Sendable {
  /// The URL of the playlist itself, absolute; nil when it has none, such as standard input: then
  /// only absolute URIs in it can be reached, and it cannot be read again.
  public var url: String?
  /// What opens the URIs. It decides what may be reached.
  public var loader: any ResourceLoader
  /// Which variants and renditions are read.
  public var selection: RenditionSelection
  /// Where reading begins; nil for the beginning, and of live playlists where a player would begin. Of
  /// other inputs tags before so many seconds are left out; from their end, and by a time of the day,
  /// they cannot be read.
  public var start: ReadingStart?
  /// Whether a playlist on disk without its end mark is waited for as long as one on the network. By
  /// default it is read from its start to its end at once, unless it is being written.
  public var followsFiles = false
  /// Whether the assets of interstitials are looked at (X-ASSET-URI, X-ASSET-LIST), at the end of the
  /// presentation: what they have and what they replace is noted. Fetching a list may count as a request for an ad.
  public var readsInterstitials = false
  /// How much is read at most.
  public var limits: PlaylistReadingLimits
  /// Learns how live playlists are followed; nil: nobody.
  public var observer: (any PlaylistObserver)?
  /// What is wrong with a live playlist for as long as it stands is noted again after so many seconds;
  /// nil: it is noted once.
  public var reminder: Double?
  /// When a server answered with the manifest itself; nil where it did not tell. Without UTCTiming it tells the time at
  /// the server.
  package var answerDate: AnswerDate?
  /// The time that live playlists are followed by.
  package var clock: any LiveClock = SystemLiveClock()
  /// The time of the day in Unix seconds, which tells the segments of a live manifest that are there.
  package var unixTime: @Sendable () -> Double = { SystemClock.seconds() }

  /// Everything there is, from where a player would begin.
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
