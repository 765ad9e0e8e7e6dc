/// The time of the last note about an error of a table. A stream without an end is checked repeatedly: an
/// error that stays is noted again.
struct Reminder {
  /// The presentation time of the note, in ticks; nil before the note, and while no clock runs.
  private var saidAt: Int64?

  /// Records a note at the presentation time `now`.
  mutating func say(at now: Int64?) { saidAt = now }

  /// Whether the last note was at least `interval` ticks ago. A note from before a clock ran counts from the
  /// first call.
  mutating func isDue(after interval: Int64?, now: Int64?) -> Bool {
    guard let interval, let now else { return false }
    guard let last = saidAt else {
      saidAt = now
      return false
    }
    // After a clock went back, the error is noted again.
    return now < last || now - last >= interval
  }
}
