import HTTP
import Presentation

/// Whether a feed delivers. Times are of the steady clock.
struct FeedDelivery: Sendable {
  /// The limits after which a feed is lost.
  struct Limits: Sendable {
    /// Seconds without any data.
    var silence: Double
    /// Seconds since reading ended, or since all playlists were refused.
    var grace: Double

    /// Makes the limits of a feed whose playlists have this target duration; 0: it has no playlists.
    init(_ settings: WatchSettings, targetDuration: Double) {
      silence = max(settings.lostAfter, targetDuration * LiveLimits.lossTargetDurations)
      grace = settings.lossGrace
    }
  }

  /// A loss to be reported.
  struct Loss: Sendable, Equatable {
    var reason: String
    /// Seconds since the feed last delivered.
    var seconds: Double
  }

  private(set) var phase: FeedPhase
  /// When this connection began.
  private(set) var connected: Double
  /// When the feed last showed a sign of life.
  private(set) var lastSign: Double
  /// When media last arrived.
  private(set) var lastMedia = -Double.infinity
  /// The number of times the feed was opened.
  private(set) var connections = 0
  /// The seconds for which this connection delivered; set when it no longer delivers.
  private(set) var deliveredSeconds: Double?
  /// Bytes of this connection, and those of earlier ones.
  private(set) var bytes: Int64 = 0
  private var earlierBytes: Int64 = 0
  /// When bytes of this connection last arrived; nil: none has arrived.
  private var lastBytes: Double?
  /// Of the bytes of this connection those up to the latest in which media was found.
  private var mediaBytes: Int64 = 0
  /// When the first media of this connection arrived; nil: none has arrived.
  private var firstMedia: Double?
  /// The losses that have been reported.
  private(set) var losses = LossNotice()
  /// The reason why the last segment that failed could not be read.
  private var segmentFailure: String?
  /// When playlists listed new segments for the first time since any media arrived; nil: media has arrived
  /// since.
  private var mediaDue: Double?

  init(now: Double) {
    phase = .waiting(since: now)
    connected = now
    lastSign = now
  }

  /// A stream without segments delivers if its media has arrived for at least this many seconds.
  private static let shortestDelivery = 3.0

  /// Bytes of all connections.
  var totalBytes: Int64 { earlierBytes + bytes }

  // MARK: - What is seen of the feed

  /// Begins a connection: the feed is opened.
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

  /// The playlists of the feed were read for the first time.
  mutating func opened(now: Double) { lastSign = now }

  /// A playlist was reloaded. `isRenewed`: it lists something new.
  mutating func answered(isRenewed: Bool, now: Double) {
    if isRenewed { mediaDue = mediaDue ?? now }
    lastSign = max(lastSign, now)
  }

  /// A segment could not be read.
  mutating func failSegment(_ reason: String) { segmentFailure = reason }

  /// A segment was read.
  mutating func completeSegment() { segmentFailure = nil }

  /// Records the number of bytes that this connection has read. Those of a playlist's segments are a sign of life.
  mutating func receive(bytes count: Int64, isPlaylist: Bool, now: Double) {
    guard count > bytes else { return }
    (bytes, lastBytes) = (count, now)
    if isPlaylist { lastSign = now }
  }

  /// Records the number of bytes of a stream without segments up to the latest in which media was found.
  /// - Returns: Whether the number grew, and shows that the stream delivers.
  mutating func receive(media count: Int64, now: Double) -> Bool {
    guard count > mediaBytes else { return false }
    mediaBytes = count
    lastSign = now
    mediaDue = nil
    let first = firstMedia ?? now
    firstMedia = first
    return now - first >= Self.shortestDelivery
  }

  /// The feed delivers.
  /// - Returns: Whether it did not before.
  mutating func deliver(now: Double) -> Bool {
    lastSign = now
    lastMedia = now
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

  /// Takes over a loss that an earlier run reported.
  mutating func resume(lostSince since: Double, reason: String, now: Double) {
    phase = .lost(since: since, reason: reason)
    losses.resume(since: since, now: now)
  }

  /// Takes the end of a loss to be reported, once the feed has delivered for long enough; nil: none.
  mutating func takeEndOfLoss(now: Double) -> LossNotice.End? { losses.delivers(now: now) }

  /// Checks that the feed still delivers.
  /// - Parameters:
  ///   - playlists: The results of loading the playlists of the feed.
  ///   - limits: The limits after which it is lost.
  ///   - isConnected: Whether there is a connection that can be given up.
  ///   - answer: What the servers of the feed last answered.
  ///   - now: The steady clock.
  /// - Returns: The loss to be reported, and whether the feed must be opened again.
  mutating func judgeSilence(
    _ playlists: PlaylistAnswers,
    _ limits: Limits,
    isConnected: Bool,
    answer: FetchRecord.Entry? = nil,
    now: Double
  ) -> (loss: Loss?, mustReconnect: Bool) {
    // A playlist that is served and brings no media does not bring a feed back.
    let fruitless = now - connected
    func reason(since: Double) -> String {
      // It may have been given just before the last sign of life.
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

  /// When a feed that was up last delivered; nil: not long enough ago to be lost.
  private mutating func silentSince(
    _ playlists: PlaylistAnswers,
    _ limits: Limits,
    now: Double
  ) -> Double? {
    if now - lastSign >= limits.silence { return lastSign }
    // A frozen playlist is another case: nothing new can arrive.
    if playlists.standStill { mediaDue = nil }
    if let mediaDue, now - mediaDue >= limits.silence { return mediaDue }
    // The silence limit does not apply to a server that refuses everything, but it must have done so for the
    // grace time of a broken connection. Segments can still arrive for a while.
    guard let refusal = playlists.refusal else { return nil }
    let since = max(refusal.lowerBound, lastSign)
    return refusal.upperBound - since >= limits.grace ? since : nil
  }

  private func silence(of seconds: Double, now: Double) -> String {
    if let latest = lastBytes, now - latest < seconds / 2 {
      return "no media came for \(SecondsText.text(seconds)), only other bytes: "
        + "check what the sender sends"
    }
    return "nothing came for \(SecondsText.text(seconds)): check the sender and the network"
  }

  private mutating func lose(_ reason: String, since: Double, now: Double) -> Loss? {
    endDelivery(now: now)
    phase = .lost(since: since, reason: reason)
    guard losses.begins(since: since, now: now) else { return nil }
    return Loss(reason: reason, seconds: now - since)
  }

  /// Records for how long the feed delivered on this connection.
  private mutating func endDelivery(now: Double) {
    guard case .up(let since) = phase else { return }
    deliveredSeconds = max(0, now - max(since, connected))
  }
}

/// Whether a feed delivers. Times are of the steady clock.
enum FeedPhase: Sendable, Equatable {
  /// Nothing has arrived yet.
  case waiting(since: Double)
  /// It delivers.
  case up(since: Double)
  /// Reading ended, and can continue soon.
  case broken(since: Double, reason: String)
  /// The feed does not deliver.
  case lost(since: Double, reason: String)

  /// Whether it delivers.
  var isUp: Bool { if case .up = self { true } else { false } }

  /// Whether the feed is lost.
  var isLost: Bool { if case .lost = self { true } else { false } }

  /// The beginning of the phase.
  var since: Double {
    switch self {
    case .waiting(let since), .up(let since), .broken(let since, _), .lost(let since, _): since
    }
  }

  /// The reason why the feed does not deliver.
  var reason: String? {
    switch self {
    case .waiting, .up: nil
    case .broken(_, let reason), .lost(_, let reason): reason
    }
  }
}

/// Decides when the loss and the return of a feed are reported. This works like an alarm, but the first loss
/// ends at once. A feed that is lost again soon after its return must deliver for 30 s before its return is
/// reported, and each further time for twice as long, up to an hour: a feed that comes and goes is lost once,
/// not a hundred times.
struct LossNotice: Sendable {
  /// A loss that is over.
  struct End: Sendable, Equatable {
    /// When the feed stopped delivering for the first time, on the steady clock.
    var since: Double
    /// The number of losses since then.
    var count: Int
  }

  /// The hold of the first loss: its end is reported at once.
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

  /// Takes over a loss that an earlier run reported.
  mutating func resume(since: Double, now: Double) {
    state.resume(age: now - since, now: now)
    (self.since, count) = (since, 1)
  }

  /// Records that the feed is still lost.
  mutating func continues(now: Double) { _ = state.update(isBad: true, now: now, hold: Self.hold) }

  /// Records that the feed delivers. Returns the end of a loss to report; nil: none.
  mutating func delivers(now: Double) -> End? {
    guard state.update(isBad: false, now: now, hold: Self.hold) != nil else { return nil }
    return End(since: since, count: count)
  }
}
