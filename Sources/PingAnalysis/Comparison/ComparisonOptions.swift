/// What counts as a difference.
public struct ComparisonOptions: Sendable {
  /// Seconds by which pings, and what they count, may differ.
  public var tolerance: Double = 5
  /// Parameters, by name (`c12`) or key (`apv`), that are not compared, in addition to those of
  /// ``FieldComparison``.
  public var ignored: Set<String> = []

  /// The usual options.
  public init() {}
}
