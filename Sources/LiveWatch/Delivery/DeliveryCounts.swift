/// What became of events that were sent somewhere.
package struct DeliveryCounts: Sendable, Equatable {
  package var delivered = 0
  /// Could not be delivered.
  package var failed = 0
  /// Dropped, since too many waited.
  package var dropped = 0

  package init() {}
}
