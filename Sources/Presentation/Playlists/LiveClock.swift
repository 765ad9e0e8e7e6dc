import System

/// The clock that live playlists are followed by.
package protocol LiveClock: Sendable {
  /// Seconds since some moment in the past; they never go back.
  var now: Double { get }

  /// How many seconds of real time to wait until the clock shows `time`.
  func delay(until time: Double) -> Double
}

package struct SystemLiveClock: LiveClock {
  package init() {}

  package var now: Double { MonotonicClock.now }

  package func delay(until time: Double) -> Double { time - MonotonicClock.now }
}
