import Playback
import System

/// The clock of a player.
package protocol PlayerClock: AnyObject, Sendable {
  /// Milliseconds since 1970.
  var milliseconds: Int64 { get }
  /// How much later than due a second may be played, in milliseconds of this clock; after that the machine
  /// was asleep.
  var lagLimitMilliseconds: Int64 { get }
}

extension VirtualClock: PlayerClock {
  /// Nothing is ever late.
  package var lagLimitMilliseconds: Int64 { .max }
}

/// A clock that runs evenly, also when that of the system is changed.
package final class RunningClock: PlayerClock {
  private let start: Int64
  private let speed: Double
  private let startNanoseconds: Int64

  /// How late a second may be in real time, in milliseconds.
  private static let realLagLimitMilliseconds = 5000.0

  /// A clock that shows `start` (Unix milliseconds) now and runs `speed` times as fast as the day.
  package init(start: Int64, speed: Double = 1) {
    self.start = start
    self.speed = speed
    startNanoseconds = MonotonicClock.nanoseconds
  }

  /// Milliseconds since 1970.
  package var milliseconds: Int64 {
    let passed = MonotonicClock.nanoseconds - startNanoseconds
    return start + Int64((Double(passed) / 1e6 * speed).rounded(.down))
  }

  /// Five seconds of real time.
  package var lagLimitMilliseconds: Int64 { Int64(Self.realLagLimitMilliseconds * max(1, speed)) }

  /// How many milliseconds of real time pass until the clock shows `time`, rounded up; 0 when it does.
  package func realMilliseconds(until time: Int64) -> Int32 {
    let left = Double(time - milliseconds) / speed
    return left <= 0 ? 0 : Int32(min(left.rounded(.up), 3_600_000))
  }
}
