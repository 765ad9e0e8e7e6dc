import Synchronization

/// A clock that is set: an hour passes as fast as it can be played.
package final class VirtualClock: Sendable {
  private let time: Atomic<Int64>

  /// A clock that shows `milliseconds` since 1970.
  package init(milliseconds: Int64) { time = Atomic(milliseconds) }

  /// Milliseconds since 1970.
  package var milliseconds: Int64 { time.load(ordering: .relaxed) }

  /// Shows `milliseconds` since 1970 from now on.
  package func set(milliseconds: Int64) { time.store(milliseconds, ordering: .relaxed) }
}
