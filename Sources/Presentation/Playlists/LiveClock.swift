import System

/// The clock for following live playlists.
package protocol LiveClock: Sendable {
  /// Seconds since an arbitrary moment in the past; never decreases.
  var now: Double { get }

  /// Waits until the clock shows `time`, or until the task is cancelled.
  func sleep(until time: Double) async
}

package struct SystemLiveClock: LiveClock {
  package init() {}

  package var now: Double { MonotonicClock.now }

  package func sleep(until time: Double) async {
    let delay = time - MonotonicClock.now
    guard delay > 0 else { return }
    // A task that is cancelled asks whether it is.
    try? await Task.sleep(for: .seconds(min(delay, 31_536_000)))
  }
}
