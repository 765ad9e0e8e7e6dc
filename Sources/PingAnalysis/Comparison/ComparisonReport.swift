/// What a comparison gave.
public struct ComparisonReport: Sendable {
  /// What counted as a difference.
  public var options: ComparisonOptions
  /// Expected app sessions.
  public var sessionCount = 0
  /// Pings that were expected, each counted once.
  public var expectedCount = 0
  /// Pings that were seen, each counted once.
  public var actualCount = 0
  /// Pings that were found for an expected one.
  public var matchedCount = 0
  /// Requests that look like pings of no product that is compared.
  public var otherCount = 0
  /// Expected pings that were the same as one before, sent again.
  public var repeatedExpectedCount = 0
  /// Pings that were seen and were the same as one before, sent again.
  public var repeatedActualCount = 0
  /// The differences, by session and time.
  public var differences: [PingDifference] = []

  /// Whether there is no difference.
  public var isSame: Bool { differences.isEmpty }

  init(options: ComparisonOptions) { self.options = options }
}
