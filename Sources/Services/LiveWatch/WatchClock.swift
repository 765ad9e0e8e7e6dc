import Presentation
import System

/// The clocks of a watch. Ages are measured with a monotonic clock; the time of day is used only to date events.
package struct WatchClock: Sendable {
  /// The monotonic clock in seconds. It is also used to follow playlists.
  package var steady: any LiveClock
  /// The time of day in Unix seconds.
  package var timeOfDay: @Sendable () -> Double

  package static let system = WatchClock(steady: SystemLiveClock()) { SystemClock.seconds() }

  /// The time of the monotonic clock, in seconds since an arbitrary moment.
  var now: Double { steady.now }

  var moment: FeedState.Moment { FeedState.Moment(now: now, date: timeOfDay()) }
}
