/// Whether a feed delivers. Times are of the steady clock.
enum FeedPhase: Sendable, Equatable {
  /// Nothing has come yet.
  case waiting(since: Double)
  /// It delivers.
  case up(since: Double)
  /// Reading ended, and it may go on at once.
  case broken(since: Double, reason: String)
  /// It is known that nothing comes.
  case lost(since: Double, reason: String)

  /// Whether it delivers.
  var isUp: Bool { if case .up = self { true } else { false } }

  /// Whether `stream-lost` has been told.
  var isLost: Bool { if case .lost = self { true } else { false } }

  /// Since when it is so.
  var since: Double {
    switch self {
    case .waiting(let since), .up(let since), .broken(let since, _), .lost(let since, _): since
    }
  }

  /// Why nothing comes.
  var reason: String? {
    switch self {
    case .waiting, .up: nil
    case .broken(_, let reason), .lost(_, let reason): reason
    }
  }
}
