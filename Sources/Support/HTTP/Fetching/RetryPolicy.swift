/// When a failed fetch is tried again.
package struct RetryPolicy: Sendable, Hashable {
  /// How the waits follow each other.
  package enum Spacing: Sendable, Hashable {
    /// Each wait is twice the one before, and a random part of it is taken, so that many clients do not
    /// come back at once. A server that asks for a time is given it.
    case doubling
    /// Every wait is `firstDelay`; requests of the server for another one are ignored.
    case fixed
  }

  /// How often a resource is tried again after failures in a row: progress in between starts the count again, and some
  /// requests are not repeated (`FetchCourse.pause`). `FetchSettings` has another number for configurations.
  package var maximumCount = 3
  /// How the waits follow each other.
  package var spacing = Spacing.doubling
  /// The longest first wait.
  package var firstDelay: Duration = .milliseconds(500)
  /// No wait is longer, also when the server asks for it.
  package var longestDelay: Duration = .seconds(30)
  /// All waits for one resource together are not longer, also when the server asks for it.
  package var longestTotal: Duration = .seconds(30)

  /// Three times within a few seconds.
  package init() {}

  /// How long to wait before trying again after `failures` failures in a row (1 or more); nil when it is
  /// enough. `random` is in 0..<1; `wished` is what the server asked for, `waited` the waits before.
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

  /// The longest wait for a resource that does not exist yet: a live segment is there for little longer.
  private static let longestLateDelay: Duration = .seconds(8)

  /// How long to wait before asking again for what may come within `left`; nil when it is enough.
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
