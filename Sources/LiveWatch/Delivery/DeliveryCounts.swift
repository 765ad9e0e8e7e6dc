/// The numbers of events that a sink delivered, failed to deliver, and dropped.
package struct DeliveryCounts: Sendable, Equatable {
  package var delivered = 0
  /// Events that could not be delivered.
  package var failed = 0
  /// Events that were dropped because too many waited.
  package var dropped = 0
  /// Events that wait, and are underway.
  package var waiting = 0
  /// When the oldest of these came, in Unix seconds; nil when none waits.
  package var oldest: Double?

  package init() {}
}
