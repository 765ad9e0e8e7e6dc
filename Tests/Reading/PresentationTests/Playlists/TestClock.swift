import Synchronization
import System

@testable import Presentation

/// A clock on which waiting takes no time.
final class TestClock: TaskClock {
  private let time = Mutex(0.0)
  private let begin: Double
  private let isStopped: Bool

  /// Makes a clock that begins at `begin` in Unix seconds. If it `isStopped`, the time of day does not advance.
  init(begin: Double = 1_767_225_600, isStopped: Bool = false) {
    (self.begin, self.isStopped) = (begin, isStopped)
  }

  var now: Double { time.withLock { $0 } }

  var unixTime: Double { begin + (isStopped ? 0 : now) }

  /// Moves the clock to `moment`, and lets other tasks run.
  func sleep(until moment: Double) async {
    advance(to: moment)
    await Task.yield()
  }

  func advance(to moment: Double) { time.withLock { $0 = max($0, moment) } }
}
