import Synchronization

/// A clock that is set: an hour passes as fast as it can be played.
final class VirtualClock: Sendable {
  private let time: Atomic<Int64>

  /// A clock that shows `milliseconds` since 1970.
  init(milliseconds: Int64) { time = Atomic(milliseconds) }

  /// Milliseconds since 1970.
  var milliseconds: Int64 { time.load(ordering: .relaxed) }

  /// Shows `milliseconds` since 1970 from now on.
  func set(milliseconds: Int64) { time.store(milliseconds, ordering: .relaxed) }
}
