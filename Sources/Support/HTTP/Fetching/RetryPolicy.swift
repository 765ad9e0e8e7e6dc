package struct RetryPolicy: Sendable, Hashable {
  /// How the waits between retries grow.
  package enum Spacing: Sendable, Hashable {
    /// Each maximum wait is twice the previous one. The actual wait is a random time from half the maximum to the
    /// maximum, so that many clients do not retry at the same time. The wait that a server requests is used instead.
    case doubling
    /// Every wait is `firstDelay`, whatever the server requests, except within `ResourceRequest.retryTime`.
    case fixed
  }

  /// The maximum number of retries after consecutive failures, except those within `ResourceRequest.retryTime`. Some
  /// requests are not retried (`FetchCourse.pause`). For configurations, `FetchSettings` sets another number.
  package var maximumCount = 3
  package var spacing = Spacing.doubling
  /// The maximum of the first wait, or every wait with fixed spacing.
  package var firstDelay: Duration = .milliseconds(500)
  /// The maximum of one wait, even if the server requests a longer one, except within `ResourceRequest.retryTime`.
  package var longestDelay: Duration = .seconds(30)
  /// The maximum total of the waits after consecutive failures, even if the server requests more.
  /// `ResourceRequest.retryTime` allows further waits.
  package var longestTotal: Duration = .seconds(30)

  package init() {}

  /// The wait after `failures` consecutive failures (1 or more); nil if no retry or no time is left. `random` is at
  /// least 0 and less than 1, `wished` is the wait that the server requests, and `waited` is the sum of earlier waits.
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

  /// The maximum wait before a missing resource is requested again, unless the server requests a longer one: short,
  /// because a live segment soon leaves the playlist.
  private static let longestLateDelay: Duration = .seconds(8)

  /// The wait before the next request for a resource that may appear within `left`; nil if that time is up, or if
  /// retries are off.
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
  package var first: Duration
  /// The maximum wait, before `jitter` is applied.
  package var longest: Duration
  /// The range of the random factor of each wait, so that many clients do not retry at the same time.
  package var jitter: ClosedRange<Double>

  package init(first: Duration, longest: Duration, jitter: ClosedRange<Double>) {
    (self.first, self.longest, self.jitter) = (first, longest, jitter)
  }

  /// The wait after `failures` consecutive failures (1 or more). `random` is at least 0 and less than 1.
  package func wait(after failures: Int, random: Double) -> Duration {
    // 2^27 ms are more than a day.
    let wait = min(first * (1 << min(max(0, failures - 1), 27)), longest)
    return wait * (jitter.lowerBound + (jitter.upperBound - jitter.lowerBound) * random)
  }
}
