/// Whether one alarm is raised. It is raised once when its condition comes, and cleared once when the
/// condition has been away for long enough.
///
/// An alarm that comes back soon after it was cleared needs twice as long the next time, up to an hour: a
/// condition that comes and goes is one alarm, not a hundred.
struct AlarmState: Sendable, Equatable {
  /// What happened to the alarm.
  enum Change: Equatable {
    case raised
    /// It had been raised for this many seconds.
    case cleared(after: Double)
  }

  /// No alarm waits longer to be cleared, in seconds.
  static let longestHold = 3600.0
  /// The shortest hold of an alarm that came back, in seconds.
  static let shortestDampedHold = 15.0
  /// An alarm that comes back within this many holds comes back soon; at least two minutes.
  static let dampingWindow = 4.0
  static let shortestDampingWindow = 120.0
  /// Holds are doubled so often at most.
  static let mostDoublings = 8

  /// When it was raised; nil: it is not.
  private(set) var raisedAt: Double?
  private var lastBad = -Double.infinity
  private var clearedAt: Double?
  private var doublings = 0

  /// Takes in whether the condition is there at a time of the steady clock; `hold` is how long it must
  /// be away, in seconds.
  mutating func update(isBad: Bool, now: Double, hold: Double) -> Change? {
    if isBad {
      lastBad = now
      guard raisedAt == nil else { return nil }
      let window = max(Self.shortestDampingWindow, currentHold(hold) * Self.dampingWindow)
      let isSoon = clearedAt.map { now - $0 <= window } ?? false
      doublings = isSoon ? min(doublings + 1, Self.mostDoublings) : 0
      raisedAt = now
      return .raised
    }
    guard let raised = raisedAt, now - lastBad >= currentHold(hold) else { return nil }
    raisedAt = nil
    clearedAt = now
    return .cleared(after: max(0, now - raised))
  }

  /// The feed was away until now: the time in which nothing could be seen does not count.
  mutating func suspend(until now: Double) {
    if raisedAt != nil { lastBad = max(lastBad, now) }
  }

  /// Nothing could be seen for this many seconds up to now: they do not count.
  mutating func pause(for seconds: Double, upTo now: Double) {
    if raisedAt != nil { lastBad = max(lastBad, min(now, lastBad + seconds)) }
  }

  /// Whether nothing needs to be remembered about it.
  func isForgettable(now: Double) -> Bool {
    guard raisedAt == nil else { return false }
    return clearedAt.map { now - $0 > Self.longestHold * Self.dampingWindow } ?? true
  }

  private func currentHold(_ hold: Double) -> Double {
    guard doublings > 0 else { return hold }
    let damped = max(hold, Self.shortestDampedHold) * Double(1 << doublings)
    return max(hold, min(damped, Self.longestHold))
  }
}
