/// The stacks of waiting work of one ``CoroutineWorker``. Parsing needs stacks many pages deep, waiting a
/// page or two: with thousands of feeds, the difference would be hundreds of megabytes. Work that has not
/// been entered for a while releases the pages that its stack does not need.
struct IdleStacks {
  /// Seconds after which work that was not entered again gives back pages.
  static let delay = 1.0

  private var queue = DeadlineQueue<Double, Coroutine>()

  /// When the next stack is due, in seconds of ``MonotonicClock``; nil without any.
  var next: Double? { queue.first }

  /// Notes work that waits.
  mutating func note(_ coroutine: Coroutine) {
    guard !coroutine.isStackNoted else { return }
    coroutine.isStackNoted = true
    queue.insert(coroutine, at: coroutine.turnStart + Self.delay)
  }

  /// Gives back the pages of work that has waited for long enough.
  mutating func release(now: Double) {
    while let coroutine = queue.removeFirst(upTo: now) {
      coroutine.isStackNoted = false
      if coroutine.turnStart + Self.delay > now {
        note(coroutine)
      } else {
        coroutine.releaseUnusedStack()
      }
    }
  }
}
