/// When a failed fetch is retried.
package struct RetryPolicy: Sendable, Hashable {
  /// How the waits between retries grow.
  package enum Spacing: Sendable, Hashable {
    /// Each wait is twice the one before, of which a random part is taken, so that many clients do not return at
    /// once. A time that the server asks for is respected.
    case doubling
    /// Every wait is `firstDelay`; the server's requests for another one are ignored.
    case fixed
  }

  /// The maximum number of retries after consecutive failures. Progress starts the count again, and some requests are
  /// not retried (`FetchCourse.pause`). `FetchSettings` has the number for configurations.
  package var maximumCount = 3
  /// How the waits between retries grow.
  package var spacing = Spacing.doubling
  /// The maximum of the first wait.
  package var firstDelay: Duration = .milliseconds(500)
  /// The maximum of one wait, even if the server asks for more.
  package var longestDelay: Duration = .seconds(30)
  /// The maximum of all waits for one resource together, even if the server asks for more.
  package var longestTotal: Duration = .seconds(30)

  /// Three retries within a few seconds.
  package init() {}

  /// The wait after `failures` consecutive failures (1 or more); nil when no retry is left. `random` is from 0 to
  /// below 1, `wished` what the server asked for, `waited` the sum of earlier waits.
  func delay(
    after failures: Int,
    wished: Duration?,
    waited: Duration = .zero,
    random: Double
  ) -> Duration? {
    let longest = min(longestDelay, longestTotal - waited)
    guard failures <= maximumCount, longest > .zero else { return nil }
    switch spacing {
    case .fixed:
      return min(firstDelay, longest)
    case .doubling:
      if let wished, wished > .zero { return min(wished, longest) }
      return Backoff(first: firstDelay, longest: longest, jitter: 0.5...1)
        .wait(after: failures, random: random)
    }
  }

  /// The maximum wait for a resource that does not exist yet: a live segment is available for little longer.
  private static let longestLateDelay: Duration = .seconds(8)

  /// The wait before the next request for a resource that may appear within `left`; nil when the time is up.
  func lateDelay(
    after failures: Int,
    wished: Duration?,
    left: Duration,
    random: Double
  ) -> Duration? {
    guard maximumCount > 0, left > .zero else { return nil }
    let backoff = Backoff(first: firstDelay, longest: Self.longestLateDelay, jitter: 0.5...1)
    return min(max(wished ?? .zero, backoff.wait(after: failures, random: random)), left)
  }
}

/// Waits that double after consecutive failures, up to a maximum.
package struct Backoff: Sendable, Hashable {
  /// The wait after the first failure.
  package var first: Duration
  /// The maximum wait, before a random part of it is taken.
  package var longest: Duration
  /// The range of the random factor of each wait, so that many clients do not return at once.
  package var jitter: ClosedRange<Double>

  /// Waits with the given limits.
  package init(first: Duration, longest: Duration, jitter: ClosedRange<Double>) {
    (self.first, self.longest, self.jitter) = (first, longest, jitter)
  }

  /// The wait after `failures` consecutive failures (1 or more). `random` is from 0 to below 1.
  package func wait(after failures: Int, random: Double) -> Duration {
    // 2^27 ms are more than a day.
    let wait = min(first * (1 << min(max(0, failures - 1), 27)), longest)
    return wait * (jitter.lowerBound + (jitter.upperBound - jitter.lowerBound) * random)
  }
}
