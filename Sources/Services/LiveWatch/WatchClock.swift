import Presentation
import System

/// The clocks of a watch. Ages are measured with a monotonic clock; the time of day is only used to date
/// events.
package struct WatchClock: Sendable {
  /// The monotonic clock, in seconds. Playlists are followed with it too.
  package var steady: any LiveClock
  /// Unix seconds.
  package var timeOfDay: @Sendable () -> Double

  package static let system = WatchClock(steady: SystemLiveClock()) { SystemClock.seconds() }

  /// Seconds since some moment in the past.
  var now: Double { steady.now }

  var moment: FeedState.Moment { FeedState.Moment(now: now, date: timeOfDay()) }
}
