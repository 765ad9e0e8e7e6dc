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
