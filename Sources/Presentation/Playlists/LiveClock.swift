import System

/// The clock for following live playlists.
package protocol LiveClock: Sendable {
  /// Seconds since an arbitrary moment in the past; never decreases.
  var now: Double { get }

  /// How many seconds of real time to wait until the clock shows `time`.
  func delay(until time: Double) -> Double
}

package struct SystemLiveClock: LiveClock {
  package init() {}

  package var now: Double { MonotonicClock.now }

  package func delay(until time: Double) -> Double { time - MonotonicClock.now }
}
