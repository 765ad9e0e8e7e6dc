import System

/// How long a live presentation waits for what does not come. All times are in seconds.
///
/// | limit | value | reason |
/// |---|---|---|
/// | `missing` | 4 s or two target durations | A segment that is listed and missing is requested again for this long: caches and clocks of a server differ by a few seconds, and a player with a buffer of three target durations would skip it after that. |
/// | `transfer` | 12 s or 2.4 target durations | A segment, a playlist, a key or an initialization section, with all attempts and the waits between them: longer than the silence of one attempt (10 s), and with one more target duration shorter than `loss`. |
/// | what arriving bytes earn | half of `transfer` | Bytes that arrive at the usual rate (64 KiB a second) extend `transfer` by at most this: a large segment on a slow line may be read, an endless one may not. |
/// | `part` | half of `transfer` | A part of a segment, which is requested a second time, and then with its whole segment. |
/// | `loss` | 20 s or four target durations | `watch` reports a feed as lost after this time without delivery: later than one segment that costs `transfer` or `missing`. |
///
/// Of two values the longer one counts. Waiting for one segment thus never loses a feed.
package struct LiveLimits: Sendable, Hashable {
  /// The target duration of the playlist, or the duration of the segments of a manifest.
  var targetDuration: Double

  package init(targetDuration: Double) { self.targetDuration = targetDuration }

  /// The shortest `loss`.
  package static let shortestLoss = 20.0
  /// The target durations in `loss`.
  package static let lossTargetDurations = 4.0

  var missing: Double { max(4, targetDuration * 2) }
  var transfer: Double { max(12, targetDuration * 2.4) }
  var part: Double { transfer / 2 }
}

/// The segments that the newest version of a live playlist or manifest lists of a rendition, in seconds of its own time.
struct LiveWindow: Sendable, Equatable {
  /// The start of the first segment.
  var start: Double
  /// The end of the last segment that is complete.
  var end: Double
  var limits: LiveLimits

  /// Whether a segment that was listed is listed no more.
  func hasLeft(_ segment: PlannedSegment) -> Bool {
    // Sums of durations are not exact.
    segment.start + segment.duration / 2 < start
  }

  /// How long a segment that is requested now is requested again while it is missing: until it has been listed for that
  /// long, and no longer than it stays in the window.
  func retryTime(of segment: PlannedSegment) -> Double {
    let segmentEnd = segment.start + segment.duration
    return max(0, min(limits.missing - max(0, end - segmentEnd), segmentEnd - start))
  }
}

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
