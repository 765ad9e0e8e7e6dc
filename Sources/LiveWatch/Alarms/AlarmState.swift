/// Whether one alarm is raised. It is raised once when its condition comes, and cleared once when the
/// condition has been absent for its hold, which ``AlarmClearing`` decides.
struct AlarmState: Sendable, Equatable {
  /// What happened to the alarm.
  enum Change: Equatable {
    case raised
    /// Seconds since it was raised.
    case cleared(after: Double)
  }

  /// When it was raised; nil: it is not.
  private(set) var raisedAt: Double?
  private var lastBad = -Double.infinity
  private var damping = AlarmClearing.Damping()

  /// Takes in whether the condition is there at a time of the steady clock; `hold` is how long it must
  /// be absent, in seconds.
  mutating func update(isBad: Bool, now: Double, hold: Double) -> Change? {
    if isBad {
      lastBad = now
      guard raisedAt == nil else { return nil }
      damping.raise(hold: hold, now: now)
      raisedAt = now
      return .raised
    }
    guard let raised = raisedAt, now - lastBad >= damping.hold(hold) else { return nil }
    raisedAt = nil
    damping.clear(now: now)
    return .cleared(after: max(0, now - raised))
  }

  /// The feed was away until now: the time in which nothing could be seen does not count.
  mutating func suspend(until now: Double) {
    if raisedAt != nil { lastBad = max(lastBad, now) }
  }

  /// Nothing could be seen for `seconds` up to now: they do not count.
  mutating func pause(for seconds: Double, upTo now: Double) {
    if raisedAt != nil { lastBad = max(lastBad, min(now, lastBad + seconds)) }
  }

  /// Whether nothing needs to be remembered about it.
  func isForgettable(now: Double) -> Bool {
    raisedAt == nil && damping.isForgettable(now: now)
  }
}
