import Synchronization

/// A clock that the player sets: an hour passes as fast as it can be played.
final class VirtualClock: Sendable {
  private let time: Atomic<Int64>
  /// The milliseconds it adds to the whole seconds, 0 to 999.
  private let fraction: Int64

  /// A clock that shows `seconds` since 1970, and always `fraction` milliseconds more.
  init(seconds: Int64, fraction: Int64 = 0) {
    time = Atomic(seconds * 1000 + fraction)
    self.fraction = fraction
  }

  /// Milliseconds since 1970.
  var milliseconds: Int64 { time.load(ordering: .relaxed) }

  /// Shows `seconds` since 1970 from now on.
  func set(seconds: Int64) { time.store(seconds * 1000 + fraction, ordering: .relaxed) }

  /// Shows `milliseconds` since 1970 from now on.
  func set(milliseconds: Int64) { time.store(milliseconds, ordering: .relaxed) }
}
