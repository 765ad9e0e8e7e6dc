/// Waits that double after failures in a row, up to a longest one.
package struct Backoff: Sendable, Hashable {
  /// The wait after the first failure.
  package var first: Duration
  /// No wait is longer, before the random part.
  package var longest: Duration
  /// Of each wait a random part in this range is taken, so that many clients do not come back at once.
  package var jitter: ClosedRange<Double>

  /// Waits with the given limits.
  package init(first: Duration, longest: Duration, jitter: ClosedRange<Double>) {
    (self.first, self.longest, self.jitter) = (first, longest, jitter)
  }

  /// The wait after `failures` failures in a row (1 or more). `random` is in 0..<1.
  package func wait(after failures: Int, random: Double) -> Duration {
    // 2^27 ms are more than a day.
    let wait = min(first * (1 << min(max(0, failures - 1), 27)), longest)
    return wait * (jitter.lowerBound + (jitter.upperBound - jitter.lowerBound) * random)
  }
}
