/// When it is told that a feed is lost, and that it is back: as an alarm is, but for the first time at once.
/// A feed that is lost again soon after it was back must deliver for 30 s before that is told, the next
/// time for twice as long, up to an hour: what comes and goes is lost once, not a hundred times.
struct LossNotice: Sendable {
  /// A loss that is over.
  struct End: Sendable, Equatable {
    /// When nothing came for the first time, on the steady clock.
    var since: Double
    /// How often the feed was lost from then on.
    var count: Int
  }

  /// A feed that comes back is back.
  private static let hold = 0.0

  private var state = AlarmState()
  private var since = 0.0
  private var count = 0
  /// How often the feed was lost since the watch began, reported or not.
  private(set) var total = 0

  /// The feed is lost; nothing has come since that time. Whether it is to be told.
  mutating func begins(since: Double, now: Double) -> Bool {
    let change = state.update(isBad: true, now: now, hold: Self.hold)
    count += 1
    total += 1
    guard change == .raised else { return false }
    (self.since, count) = (since, 1)
    return true
  }

  /// The feed is still lost.
  mutating func goesOn(now: Double) { _ = state.update(isBad: true, now: now, hold: Self.hold) }

  /// The feed delivers. What is over now, and to be told; nil: nothing.
  mutating func delivers(now: Double) -> End? {
    guard state.update(isBad: false, now: now, hold: Self.hold) != nil else { return nil }
    return End(since: since, count: count)
  }
}
