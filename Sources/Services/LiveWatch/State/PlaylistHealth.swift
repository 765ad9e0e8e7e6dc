import Presentation

/// Whether a live media playlist can be loaded and is renewed.
struct PlaylistHealth: Sendable {
  /// When the playlist was last reloaded, on the steady clock; nil if no reload has succeeded yet.
  private(set) var lastAnswer: Double?
  /// The seconds without new content at the last successful load of the playlist.
  private(set) var unchanged = 0.0
  /// The target duration of the playlist in seconds.
  private(set) var targetDuration = 6.0
  /// The reason why the last load failed; nil if it did not fail.
  private(set) var failure: String?
  /// Whether the last failure was a failure of the transfer instead of the playlist's content.
  private(set) var isUnanswered = false
  /// The time of the failures since the last successful load, from the request of the first to the result of the
  /// latest, on the steady clock; nil if the last load did not fail.
  private(set) var refusal: ClosedRange<Double>?

  /// The time until which the latest failure counts. After that time, a new result is due.
  var endOfRefusal: Double? { refusal.map { $0.upperBound + targetDuration } }

  /// Whether the result of a reload is known. A playlist with the same segments as another playlist is not reloaded.
  var isFollowed: Bool { lastAnswer != nil || refusal != nil }

  /// Whether the playlist has been reloaded, and its last reload did not fail.
  var isServed: Bool { lastAnswer != nil && failure == nil }

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

  /// The number of target durations after which a player's buffer is empty.
  private static let bufferedTargetDurations = 3.0
  /// The number of target durations within which a live playlist must be renewed (RFC 8216, 6.2.2).
  private static let staleness = 1.5

  /// Whether the playlist can be loaded but has been unchanged for too long.
  func isFrozen(now: Double, after seconds: Double) -> Bool {
    standsStill(for: max(seconds, targetDuration * Self.bufferedTargetDurations), now: now)
  }

  /// Whether the playlist can be loaded and its renewal is overdue.
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
  /// The time in which all followed playlists failed: from when the last of them began to fail, to the latest failure.
  /// A playlist's latest failure counts for one target duration. Nil unless the last load of each of them failed.
  var refusal: ClosedRange<Double>?
  /// Whether all followed playlists can be loaded and are frozen.
  var standStill = false
  /// The reason why the last load of a playlist failed; nil if none failed.
  var failure: String?
}

extension PlaylistAnswers {
  /// Combines the results of the playlists of a feed.
  /// - Parameters:
  ///   - playlists: The playlists that the feed lists.
  ///   - frozenAfter: ``WatchSettings/frozenAfter``.
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
