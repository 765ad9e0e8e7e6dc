/// When it was last said what is wrong with a table. A stream without an end is judged again and again: where the
/// fault stays it is said again.
struct Reminder {
  /// Presentation time, in ticks, at which it was said; nil before that, and while no clock runs.
  private var saidAt: Int64?

  /// Notes that it is said at the presentation time `now`.
  mutating func say(at now: Int64?) { saidAt = now }

  /// Whether it was said at least `interval` ticks ago. What was said before a clock ran counts from the first time
  /// this is asked.
  mutating func isDue(after interval: Int64?, now: Int64?) -> Bool {
    guard let interval, let now else { return false }
    guard let last = saidAt else {
      saidAt = now
      return false
    }
    // After a clock was set back it is said again.
    return now < last || now - last >= interval
  }
}
