/// Whether a feed delivers. Times are of the steady clock.
struct FeedDelivery: Sendable {
  /// A feed is lost after four target durations at the earliest.
  private static let lossInTargetDurations = 4.0

  /// When a feed is lost.
  struct Limits: Sendable {
    /// Without anything for this many seconds.
    var silence: Double
    /// When reading ended, or all playlists were refused, this many seconds ago.
    var grace: Double

    /// The limits of a feed whose playlists have this target duration; 0: it has none.
    init(_ settings: WatchSettings, targetDuration: Double) {
      silence = max(settings.lostAfter, targetDuration * FeedDelivery.lossInTargetDurations)
      grace = settings.lossGrace
    }
  }

  /// A loss that is to be reported.
  struct Loss: Sendable, Equatable {
    var reason: String
    /// For how many seconds nothing has come.
    var seconds: Double
  }

  private(set) var phase: FeedPhase
  /// When this connection began.
  private(set) var connected: Double
  /// When anything of the feed was last seen.
  private(set) var lastSign: Double
  /// How often the feed was opened.
  private(set) var connections = 0
  /// For how many seconds this connection delivered, once it no longer does.
  private(set) var deliveredSeconds: Double?
  private(set) var bytes = ByteProgress()
  /// Which losses have been reported.
  private(set) var losses = LossNotice()
  /// Why the last segment that could not be read could not.
  private var segmentFailure: String?
  /// Since when playlists have listed new segments, and nothing of any segment has come; nil: it has.
  private var mediaDue: Double?

  init(now: Double) {
    phase = .waiting(since: now)
    connected = now
    lastSign = now
  }

  // MARK: - What is seen of the feed

  /// The feed is opened.
  mutating func connect(now: Double) {
    connections += 1
    connected = now
    lastSign = now
    mediaDue = nil
    bytes.connect()
    deliveredSeconds = nil
    segmentFailure = nil
  }

  /// Its playlists were read for the first time.
  mutating func opened(now: Double) { lastSign = now }

  /// A playlist was loaded again. `isRenewed`: it lists something new.
  mutating func answered(isRenewed: Bool, now: Double) {
    if isRenewed { mediaDue = mediaDue ?? now }
    lastSign = max(lastSign, now)
  }

  /// A segment could not be read.
  mutating func failSegment(_ reason: String) { segmentFailure = reason }

  /// A segment was read.
  mutating func completeSegment() { segmentFailure = nil }

  /// Takes how many bytes this connection has read.
  /// - Returns: Whether there are more than before, and they show that a stream without segments delivers.
  mutating func receive(bytes count: Int64, now: Double) -> Bool {
    guard bytes.receive(count, now: now) else { return false }
    lastSign = now
    mediaDue = nil
    return bytes.showDelivery(now: now)
  }

  /// The feed delivers.
  /// - Returns: Whether it did not before.
  mutating func deliver(now: Double) -> Bool {
    lastSign = now
    mediaDue = nil
    guard !phase.isUp else { return false }
    phase = .up(since: now)
    return true
  }

  /// Reading ended.
  mutating func fail(_ reason: String, now: Double) {
    endDelivery(now: now)
    switch phase {
    case .waiting, .up: phase = .broken(since: now, reason: reason)
    case .broken(let since, _): phase = .broken(since: since, reason: reason)
    case .lost(let since, _): phase = .lost(since: since, reason: reason)
    }
  }

  // MARK: - Losses

  /// The loss that is over and to be reported, once the feed has delivered for long enough; nil: none.
  mutating func takeEndOfLoss(now: Double) -> LossNotice.End? { losses.delivers(now: now) }

  /// Checks whether anything still comes.
  /// - Parameters:
  ///   - playlists: What the playlists of the feed were answered with.
  ///   - limits: When it is lost.
  ///   - isConnected: Whether there is a connection that could be given up.
  ///   - now: The steady clock.
  /// - Returns: The loss that is to be reported, and whether the feed should be opened again.
  mutating func judgeSilence(
    _ playlists: PlaylistAnswers,
    _ limits: Limits,
    isConnected: Bool,
    now: Double
  ) -> (loss: Loss?, mustReconnect: Bool) {
    // A playlist that is answered for and brings no media does not bring a feed back.
    let fruitless = now - connected
    let failure = playlists.failure ?? segmentFailure
    switch phase {
    case .waiting(let since):
      guard fruitless >= limits.silence else { return (nil, false) }
      return (lose(failure ?? Self.silence(of: fruitless), since: since, now: now), isConnected)
    case .up:
      guard let since = silentSince(playlists, limits, now: now) else { return (nil, false) }
      return (lose(failure ?? Self.silence(of: now - since), since: since, now: now), isConnected)
    case .broken(let since, let reason):
      let loss = now - since >= limits.grace ? lose(reason, since: since, now: now) : nil
      return (loss, isConnected && fruitless >= limits.silence)
    case .lost:
      losses.goesOn(now: now)
      return (nil, isConnected && fruitless >= limits.silence)
    }
  }

  /// Since when nothing has come of a feed that was up; nil: not for long enough to be lost.
  private mutating func silentSince(
    _ playlists: PlaylistAnswers,
    _ limits: Limits,
    now: Double
  ) -> Double? {
    if now - lastSign >= limits.silence { return lastSign }
    // A playlist that stands still is another matter: nothing new can come.
    if playlists.standStill { mediaDue = nil }
    if let mediaDue, now - mediaDue >= limits.silence { return mediaDue }
    // A server that refuses everything need not be waited for, but must have done so for as long as a
    // connection may be broken. Segments may go on coming for a while.
    guard let refusal = playlists.refusal else { return nil }
    let since = max(refusal.lowerBound, lastSign)
    return refusal.upperBound - since >= limits.grace ? since : nil
  }

  private static func silence(of seconds: Double) -> String {
    "nothing came for \(SecondsText.text(seconds)): check the sender and the network"
  }

  private mutating func lose(_ reason: String, since: Double, now: Double) -> Loss? {
    endDelivery(now: now)
    phase = .lost(since: since, reason: reason)
    guard losses.begins(since: since, now: now) else { return nil }
    return Loss(reason: reason, seconds: now - since)
  }

  /// Remembers for how long the feed delivered on this connection.
  private mutating func endDelivery(now: Double) {
    guard case .up(let since) = phase else { return }
    deliveredSeconds = max(0, now - max(since, connected))
  }
}
