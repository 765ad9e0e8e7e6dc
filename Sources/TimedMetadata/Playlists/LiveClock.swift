/// The clock that live playlists are followed by.
protocol LiveClock: Sendable {
  /// Seconds since some moment in the past; they never go back.
  var now: Double { get }

  /// How many seconds of real time to wait until the clock shows `time`.
  func delay(until time: Double) -> Double
}

/// The clock of the system.
struct SystemLiveClock: LiveClock {
  var now: Double { MonotonicClock.now }

  func delay(until time: Double) -> Double { time - MonotonicClock.now }
}
