/// Turns playheads into played seconds.
struct PlayheadClock: Sendable {
  /// The meaning of one playhead.
  enum Step: Equatable {
    /// This many seconds were played, one after the other; 0: only the position is known now.
    case played(Int)
    /// A repeat or a rounding.
    case ignored
    /// A jump over this many seconds.
    case seek(distance: Int64)
  }

  private let gap: Int64
  private var last: Int64?

  /// A clock that takes steps of up to `gap` seconds for playing.
  init(gap: Int) { self.gap = Int64(gap) }

  /// Receives the playhead `position`, 0 to 9,999,999,999 seconds.
  mutating func advance(to position: Int64) -> Step {
    guard let last else {
      self.last = position
      // Players that count 1, 2, 3 … have played second 0 when they say 1.
      return .played(position == 1 ? 1 : 0)
    }
    let step = position - last
    guard step < -gap || step > 0 else { return .ignored }
    self.last = position
    return step > 0 && step <= gap ? .played(Int(step)) : .seek(distance: abs(step))
  }

  /// Whether `position` is that of the last playhead, or up to a gap after it; true when there
  /// was none.
  func continues(at position: Int64) -> Bool {
    guard let last else { return true }
    return (0...gap).contains(position - last)
  }

  /// The last playhead that was not ignored; nil before the first.
  var position: Int64? { last }

  /// The next playhead has no predecessor: another asset is played.
  mutating func rebase() { last = nil }
}

/// How much of what a playhead or a tag says was played counts: nothing of the time in which the user was
/// opted out.
struct Countable: Sendable, Equatable {
  /// The largest number of seconds kept, the newest.
  var seconds: Int
  /// When they began at the earliest, in Unix seconds.
  var since: Int64

  /// Nothing was split lately.
  static let everything = Countable(seconds: .max, since: 0)

  /// The part that counts at `now` after a split at `split`, both in milliseconds. A second that began before
  /// the split belongs to neither side.
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

/// When the measurement was split the last time as the user opted back in.
struct MeasurementSplit: Sendable {
  /// In milliseconds; nil: long ago.
  private var time: Int64?

  /// Nothing was split lately.
  init() {}

  /// A split at `time` (milliseconds).
  init(at time: Int64) { self.time = time }

  /// How much of what is said at `now` to have been played counts, of at most `longest`; both are
  /// milliseconds.
  mutating func countable(now: Int64, longest: Int64) -> Countable {
    guard let split = time else { return .everything }
    // A clock that was set back does not show what was played before the split.
    if now < split { time = now }
    if now - split > longest { time = nil }
    return Countable(now: now, split: min(now, split))
  }
}
