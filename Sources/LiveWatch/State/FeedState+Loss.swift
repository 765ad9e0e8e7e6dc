/// Whether a feed delivers, and what is told of it.
extension FeedState {
  /// A feed is lost after four target durations at the earliest.
  private static let lossInTargetDurations = 4.0

  /// Reading ended.
  mutating func failed(_ reason: String, at moment: Moment) {
    endDelivery(at: moment)
    switch phase {
    case .waiting, .up: phase = .broken(since: moment.now, reason: reason)
    case .broken(let since, _): phase = .broken(since: since, reason: reason)
    case .lost(let since, _): phase = .lost(since: since, reason: reason)
    }
  }

  /// The feed delivers.
  mutating func delivered(at moment: Moment) {
    lastSign = moment.now
    mediaDue = nil
    guard !phase.isUp else { return }
    phase = .up(since: moment.now)
    compared = moment.now
    for index in tracks.indices { tracks[index].wait(from: moment.now) }
    board.suspend(until: moment.now)
    callBack(at: moment)
  }

  /// Tells that the feed is back, once it has delivered for long enough.
  mutating func callBack(at moment: Moment) {
    guard let end = loss.delivers(now: moment.now) else { return }
    let seconds = moment.now - end.since
    tell(.streamBack, at: moment) { event in
      event.duration = seconds
      event.message =
        end.count == 1
        ? "delivers again after \(Self.seconds(seconds))"
        : "delivers again: was lost \(end.count) times in \(Self.seconds(seconds))"
    }
  }

  /// Looks whether anything still comes. `isConnected`: there is a connection that could be given up.
  /// - Returns: Whether it should be.
  mutating func judgeSilence(isConnected: Bool, at moment: Moment) -> Bool {
    let limit = max(settings.lostAfter, targetDuration * Self.lossInTargetDurations)
    // A playlist that is answered for and brings no media does not bring a feed back.
    let fruitless = moment.now - connected
    switch phase {
    case .waiting(let since):
      guard fruitless >= limit else { return false }
      lose(failure ?? Self.silence(of: fruitless), since: since, at: moment)
      return isConnected
    case .up:
      guard let since = silentSince(limit: limit, now: moment.now) else { return false }
      lose(failure ?? Self.silence(of: moment.now - since), since: since, at: moment)
      return isConnected
    case .broken(let since, let reason):
      if moment.now - since >= settings.lossGrace { lose(reason, since: since, at: moment) }
      return isConnected && fruitless >= limit
    case .lost:
      loss.goesOn(now: moment.now)
      return isConnected && fruitless >= limit
    }
  }

  /// Since when nothing has come of a feed that was up; nil: not for so long that it is lost.
  private mutating func silentSince(limit: Double, now: Double) -> Double? {
    if now - lastSign >= limit { return lastSign }
    // A playlist that stands still is another matter: nothing new can come.
    if standStill(now: now) { mediaDue = nil }
    if let mediaDue, now - mediaDue >= limit { return mediaDue }
    // A server that says no to everything need not be waited for, but must have said so for as long as a
    // connection may be broken. Segments may go on coming for a while.
    guard let refusal else { return nil }
    let since = max(refusal.lowerBound, lastSign)
    return refusal.upperBound - since >= settings.lossGrace ? since : nil
  }

  /// From when to when every load of every playlist failed; nil: one was answered for.
  private var refusal: ClosedRange<Double>? {
    let followed = tracks.filter { $0.summary != nil && $0.playlist.isFollowed }
    let refusals = followed.compactMap(\.playlist.refusal)
    guard refusals.count == followed.count, let first = refusals.map(\.lowerBound).max(),
      let last = refusals.map(\.upperBound).min()
    else { return nil }
    return first...max(first, last)
  }

  /// Whether all playlists are served and stand still.
  private func standStill(now: Double) -> Bool {
    let followed = tracks.filter { $0.summary != nil && $0.playlist.isFollowed }
    return !followed.isEmpty && followed.allSatisfy { isFrozen($0, now: now) }
  }

  /// Why a playlist or a segment could not be read the last time.
  private var failure: String? {
    tracks.lazy.compactMap(\.playlist.failure).first ?? segmentFailure
  }

  private static func silence(of seconds: Double) -> String {
    "nothing came for \(Self.seconds(seconds)): check the sender and the network"
  }

  private mutating func lose(_ reason: String, since: Double, at moment: Moment) {
    endDelivery(at: moment)
    phase = .lost(since: since, reason: reason)
    lossCount += 1
    guard loss.begins(since: since, now: moment.now) else { return }
    tell(.streamLost, at: moment) { event in
      event.message = reason
      event.duration = moment.now - since
    }
  }

  /// Takes note of how long the feed delivered on this connection.
  private mutating func endDelivery(at moment: Moment) {
    guard case .up(let since) = phase else { return }
    deliveredFor = max(0, moment.now - max(since, connected))
  }
}
