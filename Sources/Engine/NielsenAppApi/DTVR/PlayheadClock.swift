struct PlayheadClock: Sendable {
  enum Step: Equatable {
    /// The number of consecutive seconds played. The first playhead sets the position and plays 0 seconds, or one
    /// second if that playhead is 1.
    case played(Int)
    /// A repeated playhead, or a small step back that rounding explains.
    case ignored
    /// A jump of `distance` seconds, forwards or backwards.
    case seek(distance: Int64)
  }

  private let gap: Int64
  private var last: Int64?

  /// Makes a clock that counts a step of up to `gap` seconds as playing.
  init(gap: Int) { self.gap = Int64(gap) }

  /// Receives the playhead `position`, 0 to 9,999,999,999 seconds.
  mutating func advance(to position: Int64) -> Step {
    guard let last else {
      self.last = position
      // A player that counts from 1 has played second 0 when it sends 1.
      return .played(position == 1 ? 1 : 0)
    }
    let step = position - last
    guard step < -gap || step > 0 else { return .ignored }
    self.last = position
    return step > 0 && step <= gap ? .played(Int(step)) : .seek(distance: abs(step))
  }

  /// Whether `position` is 0 to `gap` seconds after the last playhead. True before the first playhead.
  func continues(at position: Int64) -> Bool {
    guard let last else { return true }
    return (0...gap).contains(position - last)
  }

  /// The last playhead that was not ignored, in seconds; nil if there is none.
  var position: Int64? { last }

  mutating func rebase() { last = nil }
}

/// A limit on the seconds that a playhead or tag may count: seconds in which the user was opted out do not count.
struct Countable: Sendable, Equatable {
  /// The maximum number of seconds to count. The latest seconds are counted.
  var seconds: Int
  /// The earliest time at which a counted second may begin, in Unix seconds.
  var since: Int64

  /// No limit.
  static let everything = Countable(seconds: .max, since: 0)

  /// The seconds that may be counted at `now` after a split at `split`, both in milliseconds. A second that began
  /// before the split is counted for neither user.
  init(now: Int64, split: Int64) {
    seconds = Int(max(0, now - split) / 1000)
    since = Self.firstSecond(after: split)
  }

  private init(seconds: Int, since: Int64) {
    self.seconds = seconds
    self.since = since
  }

  /// The first whole second, in Unix seconds, that begins at `time` (milliseconds) or later.
  static func firstSecond(after time: Int64) -> Int64 { (time + 999) / 1000 }
}

/// The latest time at which the measurement was split while the user was opted out.
struct MeasurementSplit: Sendable {
  /// The time of the split in milliseconds; nil if there was no recent split.
  private var time: Int64?

  init() {}

  init(at time: Int64) { self.time = time }

  /// The seconds that may be counted at `now`. A playhead or tag covers at most `longest`. Both times are in
  /// milliseconds.
  mutating func countable(now: Int64, longest: Int64) -> Countable {
    guard let split = time else { return .everything }
    // After the clock was set back, the seconds before and after the split can no longer be told apart.
    if now < split { time = now }
    if now - split > longest { time = nil }
    return Countable(now: now, split: min(now, split))
  }
}
