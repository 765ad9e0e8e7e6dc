/// What a comparison gave.
public struct ComparisonReport: Sendable {
  /// What counted as a difference.
  public var options: ComparisonOptions
  /// Expected app sessions.
  public var sessionCount = 0
  /// Pings that were expected.
  public var expectedCount = 0
  /// Pings that were seen.
  public var actualCount = 0
  /// Pings that were found for an expected one.
  public var matchedCount = 0
  /// Requests that look like pings of no product that is compared.
  public var otherCount = 0
  /// The differences, by session and time.
  public var differences: [PingDifference] = []

  /// Whether there is no difference.
  public var isSame: Bool { differences.isEmpty }

  init(options: ComparisonOptions) { self.options = options }
}
