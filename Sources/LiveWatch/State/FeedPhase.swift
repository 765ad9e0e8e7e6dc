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
