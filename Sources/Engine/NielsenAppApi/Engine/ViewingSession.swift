/// From the first `play` or `loadMetadata` to `end`, a channel change or a timeout.
struct ViewingSession: Sendable {
  /// The ranges of a playhead.
  enum PlayheadRange: Sendable {
    /// Seconds from the start of the asset.
    case vod
    /// Unix seconds.
    case unix

    /// The first second of the Unix range.
    private static let unixStart: Int64 = 1_000_000_000
    /// The first number that can only be milliseconds.
    private static let end: Int64 = 10_000_000_000

    /// The range of `position`; nil when it is in none.
    init?(_ position: Int64) {
      guard position >= 0, position < Self.end else { return nil }
      self = position < Self.unixStart ? .vod : .unix
    }
  }

  private static let heldTagLimit = 8

  let channelName: String
  /// Where the media is, as `play` says; empty when it does not.
  let mediaURL: String
  /// The content that is played when no ad is.
  private(set) var content: Asset
  /// Whether metadata has named the content.
  private(set) var isContentNamed = false
  /// Whether the content is over: `end` was called before this session, or a postroll was loaded.
  private(set) var isContentOver: Bool
  private var contentRange: PlayheadRange?
  private(set) var ad: Asset?
  private var adRange: PlayheadRange?
  /// Whether the ad was stopped or loaded again: the next playhead decides whether it continues.
  private(set) var isAdInDoubt = false
  /// Payloads that came during a pause, oldest first.
  var heldTags: [String] = []
  /// Error codes that made a ping.
  var reportedErrors: Set<Int> = []
  /// When the session was paused, or else had its last call; in milliseconds.
  var lastSign: Int64

  /// A session that begins at `now` (milliseconds). `content` is what an ad belongs to until other
  /// content is named.
  init(channelName: String, mediaURL: String = "", content: Asset? = nil, now: Int64) {
    self.channelName = channelName
    self.mediaURL = mediaURL
    self.content = content ?? .unknownContent
    isContentOver = content != nil
    lastSign = now
  }

  /// The asset that is being played.
  var asset: Asset { ad ?? content }

  /// Whether an ad is being played.
  var isInAd: Bool { ad != nil }

  /// Makes `asset` the one being played; true when something else was played before.
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

  /// An ad ends here unless the next playhead continues it: a stop can be a pause in
  /// an ad or its end.
  mutating func stopAd() { isAdInDoubt = isInAd }

  /// Settles the doubt about the ad. `isAnother`: another ad begins, even if nothing names it.
  mutating func settleAd(isAnother: Bool) {
    isAdInDoubt = false
    if isAnother { adRange = nil }
  }

  private mutating func loadContent(_ asset: Asset) -> Bool {
    // Metadata that comes late names what has been playing all the time.
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

  /// Merges `values` into the metadata of what is played.
  mutating func merge(_ values: [String: String]) {
    if isInAd {
      ad?.values.merge(values) { $1 }
    } else {
      content.values.merge(values) { $1 }
    }
  }

  /// Whether a playhead of `range` fits those before it in the same asset.
  mutating func fits(_ range: PlayheadRange) -> Bool {
    let known = isInAd ? adRange : contentRange
    guard let known else {
      if isInAd { adRange = range } else { contentRange = range }
      return true
    }
    return known == range
  }

  /// Keeps a payload until the session continues; of too many the newest stay.
  mutating func hold(_ payload: String) {
    if heldTags.count == Self.heldTagLimit { heldTags.removeFirst() }
    // Padding may be far longer than the payload.
    heldTags.append(String(decoding: payload.utf8.prefix(TagPayload.length), as: UTF8.self))
  }

  /// The payloads kept, which are then forgotten.
  mutating func releaseHeldTags() -> [String] {
    defer { heldTags = [] }
    return heldTags
  }
}

/// The viewing session that is open, and what is remembered of those before.
struct ViewingHistory: Sendable {
  /// The open session; nil between sessions.
  var session: ViewingSession?
  /// The session before, if it was silent for too long and no call has named what is played since.
  var lapsed: LapsedSession?
  /// The channel of the session that is open or was last; nil: there was none. `play` without a name after a
  /// pause does not change the channel.
  private(set) var lastChannelName: String?
  /// Error codes that made a ping while no session was open.
  private var reportedErrors: Set<Int> = []

  /// Whether it is known what is played, or was before it lapsed.
  var isKnown: Bool { session != nil || lapsed != nil }

  /// Opens a session at `now` (milliseconds). `content` is what an ad belongs to until other content is
  /// named.
  mutating func open(channelName: String, mediaURL: String, content: Asset?, now: Int64) {
    session = ViewingSession(
      channelName: channelName,
      mediaURL: mediaURL,
      content: content,
      now: now
    )
    lastChannelName = channelName
  }

  /// Closes the session and forgets the one that has lapsed.
  mutating func close() {
    session = nil
    lapsed = nil
  }

  /// Whether the session had no call for `limit` milliseconds.
  func isSilent(for limit: Int64, now: Int64) -> Bool {
    session.map { now - $0.lastSign >= limit } ?? false
  }

  /// The session that a player would continue if the session lapsed at `place`; nil without an open session.
  func lapsing(at place: EngineMeasurement.Place) -> LapsedSession? {
    guard var session else { return nil }
    // It was opened by a play for what had lapsed before, and nothing came after it.
    if let lapsed { return lapsed }
    session.reportedErrors = []
    return LapsedSession(session: session, place: place)
  }

  /// The session that has lapsed, which is then forgotten.
  mutating func takeLapsed() -> LapsedSession? {
    defer { lapsed = nil }
    return lapsed
  }

  /// Forgets a session that has lapsed unless it was on this channel.
  mutating func forgetLapsed(unlessOn channelName: String) {
    if channelName != lapsed?.session.channelName { lapsed = nil }
  }

  /// Whether an error comes for the first time in the session, or without one.
  mutating func isFirst(error number: Int) -> Bool {
    session == nil
      ? reportedErrors.insert(number).inserted
      : session?.reportedErrors.insert(number).inserted ?? false
  }
}

/// A viewing session that was closed because no call came for too long, as in a long pause: the state
/// from which a player continues with a playhead or a tag alone.
struct LapsedSession: Sendable {
  /// The played content, and the tags that arrived in the pause.
  var session: ViewingSession
  /// Where the stream was.
  var place: EngineMeasurement.Place

  /// The seconds played since the player continued, when its playhead is `position`.
  func played(to position: Int64, gap: Int) -> Int64 {
    let positions = [place.position, place.adPosition, place.linear.position]
    let steps = positions.compactMap { $0.map { position - $0 } }
    return steps.filter { (1...Int64(gap)).contains($0) }.max() ?? 0
  }
}

/// Going on after a pause that was too long for one viewing session: "Once the playback resumes, start
/// sending pings playheadPosition for the new viewing session" (DCR Sweden Video iOS SDK).
extension Engine {
  /// Closes a viewing session that was silent for too long, and remembers what it was about.
  mutating func lapse() {
    guard let lapsed = viewing.lapsing(at: measurement.place) else { return }
    output.note(.info, "the viewing session was silent for too long and is closed")
    closeSession()
    viewing.lapsed = lapsed
  }

  /// Continues what was played in the lapsed session in a new viewing session. `call`: the call
  /// that continues it; `position`: the playhead, if it was one.
  mutating func goOnAfterLapse(by call: String, at position: Int64? = nil) {
    guard var lapsed = viewing.takeLapsed() else { return }
    // The playback before the first playhead belongs to the new session, which began before it.
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
      "\(call): nothing was heard for \(limit) s or more: a "
        + "new viewing session is open on channel '\(known.channelName)', with the content of before"
    )
    // An open page ends now, not when the player continued.
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
