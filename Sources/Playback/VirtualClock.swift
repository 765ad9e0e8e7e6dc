import Synchronization

/// A clock that is set by hand: an hour passes as fast as it can be played.
final class VirtualClock: Sendable {
  private let time: Atomic<Int64>

  /// A clock that shows `seconds` since 1970.
  init(seconds: Int64) { time = Atomic(seconds * 1000) }

  /// Milliseconds since 1970.
  var milliseconds: Int64 { time.load(ordering: .relaxed) }

  /// Shows `seconds` since 1970 from now on.
  func set(seconds: Int64) { time.store(seconds * 1000, ordering: .relaxed) }
}
