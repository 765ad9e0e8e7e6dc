import ISOMedia

/// The state of the current segment: the origin of the times of version 0 messages.
struct SegmentState {
  /// Where its indexes say that it starts.
  private var indexStart: MediaTime?
  /// Where it starts.
  private(set) var start: MediaTime?
  /// A guess: nothing said where the segment begins.
  private(set) var isEstimated = false
  /// Whether a fragment of it has been read.
  private(set) var hasFragment = false

  /// Takes what an index says: each track may have its own.
  mutating func receiveIndex(startingAt time: MediaTime?) {
    guard let time else { return }
    if let indexStart, indexStart.seconds(since: time) <= 0 { return }
    indexStart = time
  }

  /// Takes the start of the next fragment; nil where its timescale is unknown. Without a box that
  /// delimits segments every fragment counts as one.
  mutating func receiveFragment(at fragment: MediaTime?, isDelimited: Bool) {
    defer { hasFragment = true }
    guard start != nil else {
      start = trustedIndexStart(fragment) ?? fragment
      return
    }
    guard !isDelimited, let fragment else { return }
    (start, isEstimated) = (fragment, true)
  }

  /// No fragment will come.
  mutating func settle() { start = start ?? indexStart }

  /// Where the index says that the segment starts, unless that is nowhere near its fragment.
  func trustedIndexStart(_ fragment: MediaTime?) -> MediaTime? {
    guard let indexStart, let fragment else { return indexStart }
    let distance = abs(fragment.seconds(since: indexStart))
    return distance <= FragmentClock.jumpLimit ? indexStart : nil
  }
}
