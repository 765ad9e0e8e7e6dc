import Presentation

/// Whether a live media playlist is answered for, and renewed.
struct PlaylistHealth: Sendable {
  /// When it was last loaded, on the steady clock.
  private(set) var lastAnswer: Double?
  /// For how many seconds it had brought nothing new then.
  private(set) var unchanged = 0.0
  /// Its target duration in seconds.
  private(set) var targetDuration = 6.0
  /// Why it could not be loaded the last time.
  private(set) var failure: String?
  /// From the first to the last of the loads that failed since it was answered for, on the steady clock;
  /// nil: the last one did not fail.
  private(set) var refusal: ClosedRange<Double>?

  /// Whether it is followed: playlists that name the same segments as another are not.
  var isFollowed: Bool { lastAnswer != nil || refusal != nil }

  /// Takes note of a load.
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
      let first = refusal?.lowerBound ?? now
      refusal = first...max(first, now)
    }
  }

  /// A player that holds three target durations has run out of segments.
  private static let bufferedTargetDurations = 3.0
  /// A live playlist should be renewed within so many target durations (RFC 8216, 6.2.2).
  private static let staleness = 1.5

  /// Whether it is served and stands still; a server that does not answer is another matter.
  func isFrozen(now: Double, after seconds: Double) -> Bool {
    standsStill(for: max(seconds, targetDuration * Self.bufferedTargetDurations), now: now)
  }

  /// Whether it is served and should have been renewed.
  func isOverdue(now: Double) -> Bool {
    standsStill(for: targetDuration * Self.staleness, now: now)
  }

  private func standsStill(for seconds: Double, now: Double) -> Bool {
    guard let lastAnswer, failure == nil else { return false }
    return unchanged > seconds && now - lastAnswer <= targetDuration * Self.bufferedTargetDurations
  }
}

/// What all playlists of a feed together were answered with.
struct PlaylistAnswers: Sendable {
  /// From when to when every load of every playlist failed; nil: one was answered for.
  var refusal: ClosedRange<Double>?
  /// Whether all playlists are served and stand still.
  var standStill = false
  /// Why a playlist could not be loaded the last time.
  var failure: String?
}

extension PlaylistAnswers {
  /// - Parameters:
  ///   - playlists: Those that the feed lists.
  ///   - frozenAfter: Seconds after which one that is served and not renewed stands still.
  ///   - now: The steady clock.
  init(_ playlists: [PlaylistHealth], frozenAfter: Double, now: Double) {
    let followed = playlists.filter(\.isFollowed)
    standStill =
      !followed.isEmpty && followed.allSatisfy { $0.isFrozen(now: now, after: frozenAfter) }
    let refusals = followed.compactMap(\.refusal)
    guard refusals.count == followed.count, let first = refusals.map(\.lowerBound).max(),
      let last = refusals.map(\.upperBound).min()
    else { return }
    refusal = first...max(first, last)
  }
}
