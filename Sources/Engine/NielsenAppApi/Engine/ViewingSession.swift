/// A viewing session, usually from the first `play` or `loadMetadata` to `end`, a channel change or a timeout.
struct ViewingSession: Sendable {
  /// The two meanings of a playhead, distinguished by its value.
  enum PlayheadRange: Sendable {
    /// Playheads in seconds from the start of the asset.
    case vod
    /// Playheads in Unix seconds.
    case unix

    private static let unixStart: Int64 = 1_000_000_000
    /// The first value that is too large for seconds and must be milliseconds.
    private static let end: Int64 = 10_000_000_000

    init?(_ position: Int64) {
      guard position >= 0, position < Self.end else { return nil }
      self = position < Self.unixStart ? .vod : .unix
    }
  }

  private static let heldTagLimit = 8

  let channelName: String
  /// The URL of the media that was passed to `play`; empty if no URL was passed.
  let mediaURL: String
  /// The content being played, or interrupted by the current ad.
  private(set) var content: Asset
  /// Whether metadata has identified the content.
  private(set) var isContentNamed = false
  /// Whether the content is over: `end` was called before this session, or a postroll was loaded.
  private(set) var isContentOver: Bool
  private var contentRange: PlayheadRange?
  private(set) var ad: Asset?
  private var adRange: PlayheadRange?
  /// Whether the ad was stopped or loaded again, so that the next playhead decides whether it continues.
  private(set) var isAdInDoubt = false
  /// Payloads that arrived during a pause, oldest first.
  var heldTags: [String] = []
  /// The codes of the errors that have already made a ping in this session.
  var reportedErrors: Set<Int> = []
  /// The time of the latest activity, in milliseconds: the start, a playhead, a tag, or the start or end of a pause.
  var lastSign: Int64

  /// Makes a session that begins at `now` (milliseconds). Ads belong to `content` until other content is loaded.
  init(channelName: String, mediaURL: String = "", content: Asset? = nil, now: Int64) {
    self.channelName = channelName
    self.mediaURL = mediaURL
    self.content = content ?? .unknownContent
    isContentOver = content != nil
    lastSign = now
  }

  var asset: Asset { ad ?? content }

  var isInAd: Bool { ad != nil }

  /// Starts to play `asset`. Returns whether playback changes to another asset.
  mutating func load(_ asset: Asset) -> Bool {
    asset.kind == .ad ? loadAd(asset) : loadContent(asset)
  }

  private mutating func loadAd(_ asset: Asset) -> Bool {
    let isNew = !(ad?.isSame(as: asset) ?? false)
    ad = asset.inheriting(from: content)
    if asset.values["type"] == "postroll" { isContentOver = true }
    if isNew { adRange = nil }
    isAdInDoubt = !isNew
    return isNew
  }

  /// Marks the ad as possibly over: a stop can be a pause in an ad or its end, and the next playhead decides.
  mutating func stopAd() { isAdInDoubt = isInAd }

  /// Records whether the ad continues or, if `isAnother` is true, a different ad begins, possibly without metadata.
  mutating func settleAd(isAnother: Bool) {
    isAdInDoubt = false
    if isAnother { adRange = nil }
  }

  private mutating func loadContent(_ asset: Asset) -> Bool {
    // Metadata that arrives late describes the content that is already playing.
    let isOtherContent = isContentNamed && !content.isSame(as: asset)
    let endsAd = ad != nil
    content = asset
    isContentNamed = true
    isContentOver = false
    ad = nil
    isAdInDoubt = false
    if isOtherContent { contentRange = nil }
    return isOtherContent || endsAd
  }

  mutating func merge(_ values: [String: String]) {
    if isInAd {
      ad?.values.merge(values) { $1 }
    } else {
      content.values.merge(values) { $1 }
    }
  }

  /// Whether a playhead of `range` is consistent with earlier playheads of the same asset. The first playhead sets the
  /// range.
  mutating func fits(_ range: PlayheadRange) -> Bool {
    let known = isInAd ? adRange : contentRange
    guard let known else {
      if isInAd { adRange = range } else { contentRange = range }
      return true
    }
    return known == range
  }

  /// Keeps a payload until the session continues. Beyond eight payloads, the oldest is dropped.
  mutating func hold(_ payload: String) {
    if heldTags.count == Self.heldTagLimit { heldTags.removeFirst() }
    // The padding is cut off because it may be far longer than the payload.
    heldTags.append(String(decoding: payload.utf8.prefix(TagPayload.length), as: UTF8.self))
  }

  mutating func releaseHeldTags() -> [String] {
    defer { heldTags = [] }
    return heldTags
  }
}

/// The open viewing session, and what is remembered of earlier sessions.
struct ViewingHistory: Sendable {
  var session: ViewingSession?
  /// The session that was closed after a long silence and can continue; nil if there is no such session.
  var lapsed: LapsedSession?
  /// The channel of the open or last session; nil before the first session. A `play` without a name
  /// after a pause keeps the channel.
  private(set) var lastChannelName: String?
  /// The codes of the errors that have already made a ping while no session was open.
  private var reportedErrors: Set<Int> = []

  /// Whether the played asset is known: a session is open, or the last session has lapsed.
  var isKnown: Bool { session != nil || lapsed != nil }

  /// Opens a session at `now` (milliseconds). Ads belong to `content` until other content is loaded.
  mutating func open(channelName: String, mediaURL: String, content: Asset?, now: Int64) {
    session = ViewingSession(
      channelName: channelName,
      mediaURL: mediaURL,
      content: content,
      now: now
    )
    lastChannelName = channelName
  }

  mutating func close() {
    session = nil
    lapsed = nil
  }

  /// Whether the session has had no activity for `limit` milliseconds.
  func isSilent(for limit: Int64, now: Int64) -> Bool {
    session.map { now - $0.lastSign >= limit } ?? false
  }

  /// The session to continue later if the open session lapses at `place`; nil when no session is open.
  func lapsing(at place: EngineMeasurement.Place) -> LapsedSession? {
    guard var session else { return nil }
    // The open session was opened by `play` to continue the lapsed one and has played nothing.
    if let lapsed { return lapsed }
    session.reportedErrors = []
    return LapsedSession(session: session, place: place)
  }

  mutating func takeLapsed() -> LapsedSession? {
    defer { lapsed = nil }
    return lapsed
  }

  /// Forgets the lapsed session unless its channel was `channelName`.
  mutating func forgetLapsed(unlessOn channelName: String) {
    if channelName != lapsed?.session.channelName { lapsed = nil }
  }

  /// Whether this is the first error with this number in the open session or, if no session is open, outside sessions.
  mutating func isFirst(error number: Int) -> Bool {
    session == nil
      ? reportedErrors.insert(number).inserted
      : session?.reportedErrors.insert(number).inserted ?? false
  }
}

/// A viewing session that was closed after a long silence, such as a long pause. A playhead, the metadata of an ad or,
/// in some cases, a tag continues it.
struct LapsedSession: Sendable {
  /// The session with its content and the tags that arrived during the pause.
  var session: ViewingSession
  var place: EngineMeasurement.Place

  /// The number of seconds from the last playhead before the pause to `position`; 0 unless it is from 1 to `gap`.
  func played(to position: Int64, gap: Int) -> Int64 {
    let positions = [place.position, place.adPosition, place.linear.position]
    let steps = positions.compactMap { $0.map { position - $0 } }
    return steps.filter { (1...Int64(gap)).contains($0) }.max() ?? 0
  }
}

/// Continues after a pause that was too long for one viewing session: "Once the playback resumes,
/// start sending pings playheadPosition for the new viewing session" (DCR Sweden Video iOS SDK).
extension Engine {
  /// Closes a viewing session that has been silent for too long, and remembers it so that it can continue.
  mutating func lapse() {
    guard let lapsed = viewing.lapsing(at: measurement.place) else { return }
    output.note(.info, "nothing was played for too long: the viewing session is closed")
    closeSession()
    viewing.lapsed = lapsed
  }

  /// Continues the lapsed session in a new viewing session. `call` is the name of the current call, and `position` is
  /// the playhead of this call, if it has one.
  mutating func goOnAfterLapse(by call: String, at position: Int64? = nil) {
    guard var lapsed = viewing.takeLapsed() else { return }
    // The seconds before the first playhead belong to the new session, so it begins before them.
    let gap = configuration.thresholds.playheadGapSeconds
    let played = position.map { lapsed.played(to: $0, gap: gap) } ?? 0
    let start = now - played * 1000
    let known = lapsed.session
    if viewing.session == nil {
      open(channelName: known.channelName, mediaURL: known.mediaURL, now: start)
    }
    let limit = configuration.thresholds.pauseTimeoutSeconds
    output.note(
      .notice,
      "\(call): nothing was played for \(limit) s or more: a "
        + "new viewing session begins on channel '\(known.channelName)', with the same content"
    )
    // An open page ends now, not at the time when the player continued.
    if known.isContentNamed || known.ad != nil {
      measurement.dcr.closeStaticView(now: now / 1000)
    }
    if known.isContentNamed {
      _ = viewing.session?.load(known.content)
      measurement.goOn(with: known.content, after: lapsed.place, start: start)
    }
    if let ad = known.ad {
      _ = viewing.session?.load(ad)
      measurement.goOn(with: ad, after: lapsed.place, start: start)
      if known.isAdInDoubt { viewing.session?.stopAd() }
    }
    measurement.dtvr.goOn(from: lapsed.place.linear)
    makePings()
    measure(heldTags: lapsed.session.releaseHeldTags())
  }
}
