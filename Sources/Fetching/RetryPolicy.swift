/// When a failed fetch is tried again: after a wait that doubles each time and of which a random part is
/// taken, so that many clients do not come back at once.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a resource is tried again after failures in a row.
  public var maximumCount = 3
  /// The longest first wait.
  public var firstDelay: Duration = .milliseconds(500)
  /// No wait is longer, nor are all waits for one resource together, whatever the server asks for.
  public var longestDelay: Duration = .seconds(30)

  /// Three times within a few seconds.
  public init() {}

  /// How long to wait before trying again after `failures` failures in a row (1 or more); nil when it is
  /// enough. `random` is in 0..<1; `wished` is what the server asked for, `waited` the waits before.
  func delay(
    after failures: Int,
    wished: Duration?,
    waited: Duration = .zero,
    random: Double
  ) -> Duration? {
    let longest = longestDelay - waited
    guard failures <= maximumCount, longest > .zero else { return nil }
    if let wished { return min(max(wished, .zero), longest) }
    let ceiling = min(firstDelay * (1 << min(failures - 1, 16)), longest)
    return ceiling / 2 + ceiling / 2 * random
  }
}
