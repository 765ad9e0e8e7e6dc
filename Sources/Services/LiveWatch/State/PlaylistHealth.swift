import Presentation

/// Whether a live media playlist is served and renewed.
struct PlaylistHealth: Sendable {
  /// When it was last loaded, on the steady clock.
  private(set) var lastAnswer: Double?
  /// The seconds for which it had listed nothing new then.
  private(set) var unchanged = 0.0
  /// Its target duration in seconds.
  private(set) var targetDuration = 6.0
  /// The reason why the last load failed; nil: it did not fail.
  private(set) var failure: String?
  /// Whether it failed because the playlist did not come.
  private(set) var isUnanswered = false
  /// From the request of the first load that failed since the last successful one to the result of the last, on
  /// the steady clock; nil: the last load did not fail.
  private(set) var refusal: ClosedRange<Double>?

  /// Until when its last failure stands for it: by then it has been asked again, or the server does not answer.
  var endOfRefusal: Double? { refusal.map { $0.upperBound + targetDuration } }

  /// Whether it is followed: playlists with the same segments as another are not.
  var isFollowed: Bool { lastAnswer != nil || refusal != nil }

  /// Whether it is followed, and its last load did not fail.
  var isServed: Bool { lastAnswer != nil && failure == nil }

  /// Takes the result of a load.
  mutating func receive(_ reload: PlaylistReload, now: Double) {
    targetDuration = reload.targetDuration
    switch reload.outcome {
    case .renewed:
      lastAnswer = now
      (unchanged, failure, refusal) = (0, nil, nil)
    case .unchanged(let seconds):
      lastAnswer = now
      (unchanged, failure, refusal) = (seconds, nil, nil)
    case .failed(let error):
      failure = "\(error.reason): \(error.remedy)"
      isUnanswered = error.isOfTransfer
      let first = refusal?.lowerBound ?? now - max(0, reload.failedSeconds)
      refusal = first...max(first, now)
    }
  }

  /// A player with a buffer of this many target durations has run out of segments.
  private static let bufferedTargetDurations = 3.0
  /// A live playlist should be renewed within this many target durations (RFC 8216, 6.2.2).
  private static let staleness = 1.5

  /// Whether it is served and does not change; false for a server that does not answer.
  func isFrozen(now: Double, after seconds: Double) -> Bool {
    standsStill(for: max(seconds, targetDuration * Self.bufferedTargetDurations), now: now)
  }

  /// Whether it is served and its renewal is overdue.
  func isOverdue(now: Double) -> Bool {
    standsStill(for: targetDuration * Self.staleness, now: now)
  }

  private func standsStill(for seconds: Double, now: Double) -> Bool {
    guard let lastAnswer, failure == nil else { return false }
    return unchanged > seconds && now - lastAnswer <= targetDuration * Self.bufferedTargetDurations
  }
}

/// The results of loading all playlists of a feed.
struct PlaylistAnswers: Sendable {
  /// From the time when every playlist had failed to the latest failure of any, as long as the last of each is no
  /// older than a target duration; nil: one was served since.
  var refusal: ClosedRange<Double>?
  /// Whether all playlists are served and frozen.
  var standStill = false
  /// The reason why the last load of a playlist failed.
  var failure: String?
}

extension PlaylistAnswers {
  /// - Parameters:
  ///   - playlists: The playlists that the feed lists.
  ///   - frozenAfter: Seconds after which a playlist that is served and not renewed is frozen.
  ///   - now: The steady clock.
  init(_ playlists: [PlaylistHealth], frozenAfter: Double, now: Double) {
    let followed = playlists.filter(\.isFollowed)
    standStill =
      !followed.isEmpty && followed.allSatisfy { $0.isFrozen(now: now, after: frozenAfter) }
    let refusals = followed.compactMap(\.refusal)
    guard refusals.count == followed.count, let first = refusals.map(\.lowerBound).max(),
      let latest = refusals.map(\.upperBound).max(),
      let end = followed.compactMap(\.endOfRefusal).min()
    else { return }
    refusal = first...max(first, min(latest, end))
  }
}
