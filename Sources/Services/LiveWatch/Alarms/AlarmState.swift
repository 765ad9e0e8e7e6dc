/// The state of one alarm. It is raised once when its condition begins, and cleared once when the condition has been
/// absent for the hold (``AlarmClearing``).
struct AlarmState: Sendable, Equatable {
  enum Change: Equatable {
    case raised
    /// `after` is the number of seconds for which the alarm was raised.
    case cleared(after: Double)
  }

  /// When the alarm was raised; nil if it is not raised.
  private(set) var raisedAt: Double?
  private var lastBad = -Double.infinity
  private var damping = AlarmClearing.Damping()

  /// Updates the alarm at a time of the steady clock. `hold` is the hold in seconds, without doublings.
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

  /// Continues an alarm that an earlier run raised `age` seconds ago.
  mutating func resume(age: Double, now: Double) { (raisedAt, lastBad) = (now - age, now) }

  /// Restarts the hold, because the feed was lost until now and time without observation does not count.
  mutating func suspend(until now: Double) {
    if raisedAt != nil { lastBad = max(lastBad, now) }
  }

  /// Extends the hold, because the last `seconds` passed without observation and do not count.
  mutating func pause(for seconds: Double, upTo now: Double) {
    if raisedAt != nil { lastBad = max(lastBad, min(now, lastBad + seconds)) }
  }

  /// Whether the alarm has no history that must be kept.
  func isForgettable(now: Double) -> Bool {
    raisedAt == nil && damping.isForgettable(now: now)
  }
}
