import Conformance
import Formats
import Presentation
import TimedMetadata

/// Everything that is known about one feed. Its size does not grow with time. It has no clock: every call
/// says what the time is.
struct FeedState: Sendable {
  /// A moment: the clock that is never set, and Unix seconds.
  struct Moment: Sendable {
    var now: Double
    var date: Double
  }

  let index: Int
  let name: String
  /// What pages and tables call it.
  var title: String
  /// What its list says about it.
  var labels: FeedLabels
  let settings: WatchSettings
  var phase: FeedPhase
  var tracks: [TrackState] = []
  /// Losses, and alarms about the feed as a whole.
  var strip = StripHistory()
  /// What earlier runs found, for the strips of tracks that come later.
  var earlierBands: [EarlierBand] = []
  /// Whether it is a playlist; nil until it is known.
  var isPlaylist: Bool?
  var board = AlarmBoard()
  var checker: LiveChecker
  var agreement: RenditionAgreement
  /// What its segments consist of on this connection.
  var media: Set<MediaKind> = []
  var targetDuration = 0.0
  /// Why the last segment that could not be read could not.
  var segmentFailure: String?
  /// When this connection began.
  var connected: Double
  /// When anything of the feed was last seen.
  var lastSign: Double
  /// Since when playlists have told of segments, and nothing of any segment has come; nil: it has.
  var mediaDue: Double?
  /// When the comparison of renditions last went on.
  var compared: Double
  /// When the feed was last looked at.
  var tickedAt: Double
  /// Since when bytes come on this connection.
  var deliveredSince: Double?
  var lastBytes: Int64 = 0
  /// For how many seconds this connection delivered, once it does no longer.
  var deliveredFor: Double?
  /// Bytes of the connections before.
  var earlierBytes: Int64 = 0
  var connections = 0
  /// How often the feed was lost, told or not.
  var lossCount = 0
  /// What has been told of that.
  var loss = LossNotice()
  /// When the rules were last looked at.
  var lookedAt: Double
  /// The last change of a CID that has not been told.
  var cidChange: (change: CIDChange, place: Place)?
  /// Tags that a rendition lacks and that have not been told.
  var disagreements: [TrackKey: RenditionAgreement.Missing] = [:]
  /// Findings that belong to no track, by rule.
  var faults: [RuleID: Int] = [:]
  /// What was counted in tracks that are not kept any more.
  var departed = TrackCounters()
  /// Tags delivered since the watch began.
  var tagIndex = 0
  /// Whether it is not followed any more.
  private var isRetired = false
  /// What happened and has not been taken.
  private(set) var events: [WatchEvent] = []

  /// The most tracks of a feed.
  static let maximumTracks = 256
  /// Where the limit of `hls-rendition-mismatch` is not set, in seconds.
  private static let usualMismatchLimit = 0.5

  init(
    index: Int,
    name: String,
    title: String? = nil,
    labels: FeedLabels = FeedLabels(),
    settings: WatchSettings,
    at moment: Moment
  ) {
    self.index = index
    self.name = name
    self.title = title ?? name
    self.labels = labels
    self.settings = settings
    phase = .waiting(since: moment.now)
    connected = moment.now
    lastSign = moment.now
    compared = moment.now
    tickedAt = moment.now
    lookedAt = moment.now
    checker = Self.newChecker(name, settings, moment)
    agreement = RenditionAgreement(limit: Self.mismatchLimit(settings))
  }

  private static func newChecker(
    _ name: String,
    _ settings: WatchSettings,
    _ moment: Moment
  ) -> LiveChecker {
    LiveChecker(input: name, settings: settings, now: moment.now, date: moment.date)
  }

  private static func mismatchLimit(_ settings: WatchSettings) -> Double {
    settings.check.rules[RuleID(rawValue: "hls-rendition-mismatch")]?.values["limit"]
      ?? usualMismatchLimit
  }

  // MARK: - Events

  /// Takes what happened since the last time.
  mutating func takeEvents() -> [WatchEvent] {
    defer { events = [] }
    return events
  }

  mutating func tell(
    _ kind: WatchEvent.Kind,
    at moment: Moment,
    _ fill: (inout WatchEvent) -> Void
  ) {
    guard !isRetired else { return }
    var event = WatchEvent(kind, feed: index, input: name, date: moment.date)
    event.labels = labels
    fill(&event)
    events.append(event)
  }

  /// It is not followed any more: who was told of an alarm is told that it is over.
  mutating func retire(at moment: Moment) {
    for alarm in board.active {
      tell(.recovered, at: moment) { event in
        event.alarm = alarm
        event.duration = max(0, moment.date - alarm.since)
        event.message = "\(Self.removal): \(alarm.message)"
      }
    }
    if let end = loss.delivers(now: .infinity) {
      tell(.streamBack, at: moment) { event in
        event.duration = max(0, moment.now - end.since)
        event.message = Self.removal
      }
    }
    isRetired = true
  }

  private static let removal = "no longer watched"

  // MARK: - Tracks

  /// The place of a track, which is made where it is missing; nil when there are too many.
  mutating func track(_ key: TrackKey, now: Double) -> Int? {
    if let index = tracks.firstIndex(where: { $0.key == key }) { return index }
    guard tracks.count < Self.maximumTracks else { return nil }
    tracks.append(newTrack(key, now: now))
    return tracks.count - 1
  }

  /// The track that something belongs to.
  func key(_ rendition: String?, _ program: Int?) -> TrackKey {
    isPlaylist == true ? TrackKey(rendition: rendition) : TrackKey(program: program)
  }

  // MARK: - Connections

  /// The feed is opened.
  mutating func connecting(at moment: Moment) {
    connections += 1
    connected = moment.now
    lastSign = moment.now
    mediaDue = nil
    compared = moment.now
    lookedAt = moment.now
    earlierBytes += lastBytes
    lastBytes = 0
    deliveredSince = nil
    deliveredFor = nil
    media = []
    segmentFailure = nil
    disagreements = [:]
    cidChange = nil
    isPlaylist = nil
    for index in tracks.indices { tracks[index].reconnect(now: moment.now) }
    // The timeline begins anew, and what rules remember with it.
    checker = Self.newChecker(name, settings, moment)
    agreement = RenditionAgreement(limit: Self.mismatchLimit(settings))
  }

  /// The playlists are there. False: they are not live.
  mutating func opened(_ playlists: OpenedPlaylists, at moment: Moment) -> Bool {
    guard playlists.isLive else {
      failed("is not a live playlist (EXT-X-ENDLIST): watch follows live feeds", at: moment)
      return false
    }
    isPlaylist = true
    targetDuration = playlists.targetDuration
    lastSign = moment.now
    agreement.expect(playlists.renditions.map(\.name))
    list(playlists.renditions, now: moment.now)
    return true
  }

  /// A playlist was asked for again.
  mutating func reloaded(_ reload: PlaylistReload, at moment: Moment) {
    if let index = track(TrackKey(rendition: reload.rendition), now: moment.now) {
      tracks[index].playlist.receive(reload, now: moment.now)
    }
    switch reload.outcome {
    case .failed: return
    case .renewed: mediaDue = mediaDue ?? moment.now
    case .unchanged: break
    }
    lastSign = max(lastSign, moment.now)
  }

  /// `30.5 s`.
  static func seconds(_ seconds: Double) -> String {
    "\(Decimals.seconds((seconds * 10).rounded() / 10) ?? "-") s"
  }
}
