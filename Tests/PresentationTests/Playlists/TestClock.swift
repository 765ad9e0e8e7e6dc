import System

@testable import Presentation

/// A clock on which waiting takes no time.
final class TestClock: LiveClock {
  private let time = Monitor(0.0)

  var now: Double { time.withLock { $0 } }

  func delay(until moment: Double) -> Double {
    time.withLock { time in
      time = max(time, moment)
      return 0
    }
  }
}
