import TimedMetadata

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

  /// Takes note of a load.
  mutating func receive(_ reload: PlaylistReload, now: Double) {
    targetDuration = reload.targetDuration
    switch reload.outcome {
    case .renewed:
      lastAnswer = now
      (unchanged, failure) = (0, nil)
    case .unchanged(let seconds):
      lastAnswer = now
      (unchanged, failure) = (seconds, nil)
    case .failed(let error):
      failure = "\(error.reason): \(error.remedy)"
    }
  }

  /// A player that holds three target durations has run out of segments.
  private static let patience = 3.0
  /// A live playlist should be renewed within so many target durations (RFC 8216, 6.2.2).
  private static let staleness = 1.5

  /// Whether it is served and stands still; a server that does not answer is another matter.
  func isFrozen(now: Double, after seconds: Double) -> Bool {
    standsStill(for: max(seconds, targetDuration * Self.patience), now: now)
  }

  /// Whether it is served and should have been renewed.
  func isOverdue(now: Double) -> Bool {
    standsStill(for: targetDuration * Self.staleness, now: now)
  }

  private func standsStill(for seconds: Double, now: Double) -> Bool {
    guard let lastAnswer, failure == nil else { return false }
    return unchanged > seconds && now - lastAnswer <= targetDuration * Self.patience
  }
}
