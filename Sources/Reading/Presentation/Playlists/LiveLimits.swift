/// The time limits for late resources of a live presentation, in seconds.
///
/// | limit | value | reason |
/// |---|---|---|
/// | `missing` | 4 s or two target durations | A listed segment that is missing is requested again for this time: a server's caches and clocks differ by a few seconds, and a player with a buffer of three target durations skips the segment after this time. |
/// | `transfer` | 12 s or 2.4 target durations | The time for a segment, a playlist, a key or an initialization section, with all attempts and the waits between them. It is longer than the timeout of one silent attempt (10 s), and with one more target duration still shorter than `loss`. |
/// | extension by arriving bytes | half of `transfer` | Every 64 KiB of a segment that arrive extend `transfer` by one second, by at most this time in total: a large segment on a slow line can be read, but an endless segment cannot. |
/// | `part` | half of `transfer` | The time for a request for a part of a segment. If a listed part cannot be read, its bytes are read from the whole segment. |
/// | `loss` | 20 s or four target durations | `watch` reports a feed as lost after this time without delivery. It is longer than the delay of one segment that takes `transfer` or `missing`. |
///
/// The longer of the two values applies. A single slow or missing segment therefore does not make a feed count as lost.
package struct LiveLimits: Sendable, Hashable {
  /// The target duration of the playlist, or the segment duration of the manifest, in seconds.
  var targetDuration: Double

  package init(targetDuration: Double) { self.targetDuration = targetDuration }

  /// The default of ``PlaylistReadingLimits/liveTimeoutSeconds``, in seconds.
  package static let endTimeout = 60.0
  /// The minimum of `loss`, in seconds.
  package static let shortestLoss = 20.0
  /// The length of `loss` in target durations.
  package static let lossTargetDurations = 4.0

  var missing: Double { max(4, targetDuration * 2) }
  var transfer: Double { max(12, targetDuration * 2.4) }
  var part: Double { transfer / 2 }
}

extension PlaylistReadingLimits {
  /// Seconds without a change after which a live playlist or manifest counts as ended. `cadence` is the target duration
  /// of a playlist; for a manifest it is the longer of the segment duration and the reload interval.
  func liveTimeout(cadence: Double) -> Double {
    max(liveTimeoutSeconds, cadence * LocalPlaylist.endInTargetDurations)
  }
}

/// The span of the segments that the newest version of a live playlist or manifest lists for one rendition. Times are
/// in seconds of the rendition's own time.
struct LiveWindow: Sendable, Equatable {
  var start: Double
  /// The end of the last complete segment.
  var end: Double
  var limits: LiveLimits

  /// Whether a segment that was listed before is no longer listed.
  func hasLeft(_ segment: PlannedSegment) -> Bool {
    // Sums of durations are not exact, so an error of half the segment is allowed.
    segment.start + segment.duration / 2 < start
  }

  /// Seconds for which requests for a missing segment are repeated from now on: until it has been
  /// listed for `limits.missing` seconds, but not after it has left the window.
  func retryTime(of segment: PlannedSegment) -> Double {
    let segmentEnd = segment.start + segment.duration
    return max(0, min(limits.missing - max(0, end - segmentEnd), segmentEnd - start))
  }
}
