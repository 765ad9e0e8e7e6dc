/// The stacks of waiting work of one ``CoroutineWorker``. Parsing needs stacks many pages deep, waiting a
/// page or two: with thousands of feeds, the difference would be hundreds of megabytes. Waiting work releases
/// the pages that its stack does not need, at most once in a while: some work polls ten times a second.
struct IdleStacks {
  /// Seconds after which waiting work releases pages, however often it was entered meanwhile.
  static let delay = 2.0

  private var queue = DeadlineQueue<Double, Coroutine>()

  /// When the next stack is due, in seconds of ``MonotonicClock``; nil without any.
  var next: Double? { queue.first }

  /// Notes work that waits.
  mutating func note(_ coroutine: Coroutine) {
    guard !coroutine.isStackNoted else { return }
    coroutine.isStackNoted = true
    queue.insert(coroutine, at: coroutine.turnStart + Self.delay)
  }

  /// Gives back the pages of work that was noted long enough ago.
  mutating func release(now: Double) {
    while let coroutine = queue.removeFirst(upTo: now) {
      coroutine.isStackNoted = false
      coroutine.releaseUnusedStack()
    }
  }
}
