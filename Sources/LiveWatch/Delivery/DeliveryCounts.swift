/// What became of events that were sent somewhere.
public struct DeliveryCounts: Sendable, Equatable {
  /// Delivered.
  public var delivered = 0
  /// Could not be delivered.
  public var failed = 0
  /// Dropped, since too many waited.
  public var dropped = 0

  /// Nothing yet.
  public init() {}
}
