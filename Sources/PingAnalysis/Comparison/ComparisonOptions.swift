/// What counts as a difference.
public struct ComparisonOptions: Sendable {
  /// Seconds by which pings, and what they count, may differ.
  public var tolerance: Double = 5
  /// Parameters, by name (`c12`) or key (`apv`), that are not compared, in addition to those of
  /// ``FieldComparison``.
  public var ignored: Set<String> = []
  /// Whether the expected run does not know the answers to its time-shift lookups: then the time-shift
  /// codes in credit strings are not compared.
  public var ignoresTimeShift = false

  /// The usual options.
  public init() {}
}
