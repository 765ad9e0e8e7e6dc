import Presentation
import System

/// The time that a watch goes by. Ages are taken from a monotonic clock; the time of the day only
/// dates events.
package struct WatchClock: Sendable {
  /// The clock that is never set, in seconds. Playlists are followed by it too.
  package var steady: any LiveClock
  /// Unix seconds.
  package var timeOfDay: @Sendable () -> Double

  package static let system = WatchClock(steady: SystemLiveClock()) { SystemClock.seconds() }

  /// Seconds since some moment in the past.
  var now: Double { steady.now }
}
