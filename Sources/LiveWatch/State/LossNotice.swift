/// Decides when the loss and the return of a feed are reported. This works like an alarm, but the first loss
/// ends at once. A feed that is lost again soon after its return must deliver for 30 s before its return is
/// reported, and each further time for twice as long, up to an hour: a feed that comes and goes is lost once,
/// not a hundred times.
struct LossNotice: Sendable {
  /// A loss that is over.
  struct End: Sendable, Equatable {
    /// When the feed stopped delivering for the first time, on the steady clock.
    var since: Double
    /// The number of losses since then.
    var count: Int
  }

  /// The hold of the first loss: its end is reported at once.
  private static let hold = 0.0

  private var state = AlarmState()
  private var since = 0.0
  private var count = 0
  /// The number of losses since the watch began, reported or not.
  private(set) var total = 0

  /// Records a loss that began at `since`. Returns whether to report it.
  mutating func begins(since: Double, now: Double) -> Bool {
    let change = state.update(isBad: true, now: now, hold: Self.hold)
    count += 1
    total += 1
    guard change == .raised else { return false }
    (self.since, count) = (since, 1)
    return true
  }

  /// Takes over a loss that an earlier run reported.
  mutating func resume(since: Double, now: Double) {
    state.resume(age: now - since, now: now)
    (self.since, count) = (since, 1)
  }

  /// Records that the feed is still lost.
  mutating func continues(now: Double) { _ = state.update(isBad: true, now: now, hold: Self.hold) }

  /// Records that the feed delivers. Returns the end of a loss to report; nil: none.
  mutating func delivers(now: Double) -> End? {
    guard state.update(isBad: false, now: now, hold: Self.hold) != nil else { return nil }
    return End(since: since, count: count)
  }
}
