/// When the checkpoint in the journal is replaced. Times are milliseconds.
struct CheckpointSchedule: Sendable {
  /// When the checkpoint in the journal was made; nil: there is none.
  private var time: Int64?
  private var wasPaused = false

  /// Nothing is measured that could be lost with the process.
  /// - Returns: Whether there was a checkpoint, which is to be removed.
  mutating func close() -> Bool {
    defer { time = nil }
    return time != nil
  }

  /// A checkpoint is due at every ping, which takes away from what a close would make, at a pause,
  /// and when enough time has passed.
  /// - Returns: Whether it is due, and is made now.
  mutating func next(hasPings: Bool, isPaused: Bool, interval: Int64, now: Int64) -> Bool {
    let isDue =
      hasPings || isPaused != wasPaused
      || !isPaused && time.map { now - $0 >= interval || now < $0 } ?? true
    guard isDue else { return false }
    time = now
    wasPaused = isPaused
    return true
  }
}
