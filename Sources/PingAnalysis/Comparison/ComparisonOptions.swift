/// The options that define a difference.
package struct ComparisonOptions: Sendable {
  /// Seconds by which pings, and what they count, may differ.
  package var tolerance: Double = 5
  /// Parameters, by name (`c12`) or key (`apv`), that are not compared, in addition to those of
  /// ``FieldComparison``.
  package var ignored: Set<String> = []
  /// Whether the expected run does not know the answers to its time-shift lookups: then the time-shift
  /// codes in credit strings are not compared.
  package var ignoresTimeShift = false

  package init() {}
}
