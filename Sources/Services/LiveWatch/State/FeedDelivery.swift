import HTTP
import Presentation

/// Decides whether a feed delivers. Times are on the steady clock.
struct FeedDelivery: Sendable {
  struct Limits: Sendable {
    /// The seconds without data, or without media that is due, after which a feed is lost.
    var silence: Double
    /// The seconds after which a feed is lost if its reading has ended or all its playlists are refused.
    var grace: Double

    /// The limits for a feed. `targetDuration` is the longest target duration of the feed's playlists, in seconds; 0 if
    /// the feed has no playlists.
    init(_ settings: WatchSettings, targetDuration: Double) {
      silence = max(settings.lostAfter, targetDuration * LiveLimits.lossTargetDurations)
      grace = settings.lossGrace
    }
  }

  struct Loss: Sendable, Equatable {
    var reason: String
    /// Seconds for which the feed has not delivered.
    var seconds: Double
  }

  private(set) var phase: FeedPhase
  /// When this connection began.
  private(set) var connected: Double
  /// When the feed was opened, or when a playlist, bytes of a segment or media last arrived from the feed.
  private(set) var lastSign: Double
  /// When media last arrived.
  private(set) var lastMedia = -Double.infinity
  private(set) var connections = 0
  /// The seconds for which this connection delivered; nil until it has stopped delivering.
  private(set) var deliveredSeconds: Double?
  /// The number of bytes that this connection has received.
  private(set) var bytes: Int64 = 0
  private var earlierBytes: Int64 = 0
  /// When bytes of this connection last arrived; nil if none have arrived.
  private var lastBytes: Double?
  /// The number of bytes of this connection, up to the latest media.
  private var mediaBytes: Int64 = 0
  /// When the first media of a stream without segments arrived on this connection; nil if none has arrived.
  private var firstMedia: Double?
  private(set) var losses = LossNotice()
  /// The reason why the latest segment could not be read, if there is one.
  private var segmentFailure: String?
  /// When a playlist first listed new segments after the latest media arrived; nil if no media is due.
  private var mediaDue: Double?

  init(now: Double) {
    phase = .waiting(since: now)
    connected = now
    lastSign = now
  }

  /// Seconds for which media of a stream without segments must arrive before the stream counts as delivering.
  private static let shortestDelivery = 3.0

  /// The number of bytes of all connections.
  var totalBytes: Int64 { earlierBytes + bytes }

  // MARK: - Observations

  mutating func connect(now: Double) {
    connections += 1
    connected = now
    lastSign = now
    mediaDue = nil
    earlierBytes += bytes
    (bytes, lastBytes, mediaBytes, firstMedia) = (0, nil, 0, nil)
    deliveredSeconds = nil
    segmentFailure = nil
  }

  /// Records that this connection has read the playlists of the feed.
  mutating func opened(now: Double) { lastSign = now }

  /// Records that a playlist was reloaded. `isRenewed` means that it lists new content.
  mutating func answered(isRenewed: Bool, now: Double) {
    if isRenewed { mediaDue = mediaDue ?? now }
    lastSign = max(lastSign, now)
  }

  mutating func failSegment(_ reason: String) { segmentFailure = reason }

  mutating func completeSegment() { segmentFailure = nil }

  /// Records the number of bytes that this connection has received. Bytes of a playlist's segments update `lastSign`.
  mutating func receive(bytes count: Int64, isPlaylist: Bool, now: Double) {
    guard count > bytes else { return }
    (bytes, lastBytes) = (count, now)
    if isPlaylist { lastSign = now }
  }

  /// Records the number of bytes of a stream without segments, up to the latest media.
  /// - Returns: Whether the number has increased and the stream delivers.
  mutating func receive(media count: Int64, now: Double) -> Bool {
    guard count > mediaBytes else { return false }
    mediaBytes = count
    lastSign = now
    mediaDue = nil
    let first = firstMedia ?? now
    firstMedia = first
    return now - first >= Self.shortestDelivery
  }

  /// Records that the feed delivers.
  /// - Returns: Whether it did not deliver before.
  mutating func deliver(now: Double) -> Bool {
    lastSign = now
    lastMedia = now
    mediaDue = nil
    guard !phase.isUp else { return false }
    phase = .up(since: now)
    return true
  }

  mutating func fail(_ reason: String, now: Double) {
    endDelivery(now: now)
    switch phase {
    case .waiting, .up: phase = .broken(since: now, reason: reason)
    case .broken(let since, _): phase = .broken(since: since, reason: reason)
    case .lost(let since, _): phase = .lost(since: since, reason: reason)
    }
  }

  // MARK: - Losses

  /// Continues a loss that an earlier run reported.
  mutating func resume(lostSince since: Double, reason: String, now: Double) {
    phase = .lost(since: since, reason: reason)
    losses.resume(since: since, now: now)
  }

  /// Returns the end of a loss once the feed has delivered for long enough to report that end; otherwise nil.
  mutating func takeEndOfLoss(now: Double) -> LossNotice.End? { losses.delivers(now: now) }

  /// Checks whether the feed still delivers.
  /// - Parameters:
  ///   - playlists: The results of loading the playlists of the feed.
  ///   - limits: The limits after which the feed is lost.
  ///   - isConnected: Whether there is a connection that can be ended.
  ///   - answer: The latest failed attempt to load data, other than a timeout, or the rate of a slow transfer.
  ///   - now: The steady clock.
  /// - Returns: The loss to report, and whether the feed must be opened again.
  mutating func judgeSilence(
    _ playlists: PlaylistAnswers,
    _ limits: Limits,
    isConnected: Bool,
    answer: FetchRecord.Entry? = nil,
    now: Double
  ) -> (loss: Loss?, mustReconnect: Bool) {
    // The age of the connection counts, because a playlist that can be loaded but brings no media does not end a loss.
    let fruitless = now - connected
    func reason(since: Double) -> String {
      // The attempt may have failed shortly before `since`.
      let isRecent = answer.map { $0.time >= since - limits.grace } ?? false
      return playlists.failure ?? (isRecent ? answer?.text : nil) ?? segmentFailure
        ?? silence(of: now - since, now: now)
    }
    switch phase {
    case .waiting(let since):
      guard fruitless >= limits.silence else { return (nil, false) }
      return (lose(reason(since: connected), since: since, now: now), isConnected)
    case .up:
      guard let since = silentSince(playlists, limits, now: now) else { return (nil, false) }
      return (lose(reason(since: since), since: since, now: now), isConnected)
    case .broken(let since, let reason):
      let loss = now - since >= limits.grace ? lose(reason, since: since, now: now) : nil
      return (loss, isConnected && fruitless >= limits.silence)
    case .lost:
      losses.continues(now: now)
      return (nil, isConnected && fruitless >= limits.silence)
    }
  }

  /// The beginning of the time in which a feed that was up did not deliver, if that time is long enough for a loss;
  /// otherwise nil.
  private mutating func silentSince(
    _ playlists: PlaylistAnswers,
    _ limits: Limits,
    now: Double
  ) -> Double? {
    if now - lastSign >= limits.silence { return lastSign }
    // While all playlists are frozen, no new segments are due, and a different alarm is raised.
    if playlists.standStill { mediaDue = nil }
    if let mediaDue, now - mediaDue >= limits.silence { return mediaDue }
    // If a server refuses all playlists, the feed is lost after the grace time of a broken connection instead of the
    // silence limit. Segments can still arrive for a while.
    guard let refusal = playlists.refusal else { return nil }
    let since = max(refusal.lowerBound, lastSign)
    return refusal.upperBound - since >= limits.grace ? since : nil
  }

  private func silence(of seconds: Double, now: Double) -> String {
    if let latest = lastBytes, now - latest < seconds / 2 {
      return "no media arrived for \(SecondsText.text(seconds)), only other bytes: "
        + "check the sender"
    }
    return "no media arrived for \(SecondsText.text(seconds)): check the sender and the network"
  }

  private mutating func lose(_ reason: String, since: Double, now: Double) -> Loss? {
    endDelivery(now: now)
    phase = .lost(since: since, reason: reason)
    guard losses.begins(since: since, now: now) else { return nil }
    return Loss(reason: reason, seconds: now - since)
  }

  private mutating func endDelivery(now: Double) {
    guard case .up(let since) = phase else { return }
    deliveredSeconds = max(0, now - max(since, connected))
  }
}

/// Whether a feed delivers, and since when. Times are on the steady clock.
enum FeedPhase: Sendable, Equatable {
  /// The feed has not delivered yet.
  case waiting(since: Double)
  case up(since: Double)
  /// Reading has ended, and may soon continue.
  case broken(since: Double, reason: String)
  case lost(since: Double, reason: String)

  var isUp: Bool { if case .up = self { true } else { false } }

  var isLost: Bool { if case .lost = self { true } else { false } }

  var since: Double {
    switch self {
    case .waiting(let since), .up(let since), .broken(let since, _), .lost(let since, _): since
    }
  }

  /// The reason why the feed does not deliver; nil unless its reading has ended or it is lost.
  var reason: String? {
    switch self {
    case .waiting, .up: nil
    case .broken(_, let reason), .lost(_, let reason): reason
    }
  }
}

/// Decides when the loss and the return of a feed are reported. This works like an alarm, but the first loss ends
/// immediately. A feed that is lost again soon after its return must deliver for 30 s before its return is reported,
/// and twice as long after each further reported loss, up to an hour, so that an intermittent feed is rarely reported.
struct LossNotice: Sendable {
  struct End: Sendable, Equatable {
    /// When the feed stopped delivering for the first time, on the steady clock.
    var since: Double
    /// The number of losses, including the one that was reported.
    var count: Int
  }

  /// The hold of the first loss in seconds. With 0, its end is reported immediately.
  private static let hold = 0.0

  private var state = AlarmState()
  private var since = 0.0
  private var count = 0
  /// The number of losses since the watch began, reported or not.
  private(set) var total = 0

  /// Records a loss that began at `since`. Returns whether to report it.
  mutating func begins(since: Double, now: Double) -> Bool {
    let change = state.update(isBad: true, now: now, hold: Self.hold)
    count += 1
    total += 1
    guard change == .raised else { return false }
    (self.since, count) = (since, 1)
    return true
  }

  /// Continues a loss that an earlier run reported.
  mutating func resume(since: Double, now: Double) {
    state.resume(age: now - since, now: now)
    (self.since, count) = (since, 1)
  }

  mutating func continues(now: Double) { _ = state.update(isBad: true, now: now, hold: Self.hold) }

  /// Records that the feed delivers. Returns the end of a loss if it must be reported now; otherwise nil.
  mutating func delivers(now: Double) -> End? {
    guard state.update(isBad: false, now: now, hold: Self.hold) != nil else { return nil }
    return End(since: since, count: count)
  }
}
