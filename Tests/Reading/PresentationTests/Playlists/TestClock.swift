import Synchronization

@testable import Presentation

/// A clock on which waiting takes no time.
final class TestClock: LiveClock {
  private let time = Mutex(0.0)

  var now: Double { time.withLock { $0 } }

  /// Moves the clock to `moment`, and lets other tasks run.
  func sleep(until moment: Double) async {
    advance(to: moment)
    await Task.yield()
  }

  func advance(to moment: Double) { time.withLock { $0 = max($0, moment) } }
}
