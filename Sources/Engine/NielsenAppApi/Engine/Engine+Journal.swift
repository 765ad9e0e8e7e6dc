/// Writes pings to the environment's journal, and also checkpoints: the pings that a crash would otherwise lose.
extension Engine {
  mutating func commit(_ outputs: [Output]) {
    guard let journal = environment.journal else { return }
    let pings = outputs.compactMap { item -> Ping? in
      if case .ping(let ping) = item { ping } else { nil }
    }
    let checkpoint = nextCheckpoint(
      hasPings: !pings.isEmpty,
      interval: journal.checkpointInterval
    )
    if case .unchanged = checkpoint, pings.isEmpty { return }
    journal.commit(
      PingJournalEntry(instance: identities.sessionID, pings: pings, checkpoint: checkpoint)
    )
  }

  private mutating func nextCheckpoint(
    hasPings: Bool,
    interval: Int64
  ) -> PingJournalEntry.Checkpoint {
    guard viewing.session != nil || measurement.dcr.hasPage else {
      return checkpoints.close() ? .replaced([]) : .unchanged
    }
    let isDue = checkpoints.next(
      hasPings: hasPings,
      isPaused: lifecycle.state == .paused,
      interval: interval,
      now: now
    )
    return isDue ? .replaced(pingsOfClosing()) : .unchanged
  }

  /// The pings, except error pings, that the engine would make if the viewing session and an open page were closed now.
  private func pingsOfClosing() -> [Ping] {
    var copy = self
    copy.pings.isMakingCheckpoint = true
    _ = copy.output.take()
    copy.closeAll()
    return copy.output.take().compactMap { item in
      guard case .ping(let ping) = item, ping.product != .error else { return nil }
      return ping
    }
  }
}

/// Decides when the journal's checkpoint is replaced. Times are in milliseconds.
struct CheckpointSchedule: Sendable {
  /// When the journal's checkpoint was made; nil if there is no checkpoint.
  private var time: Int64?
  private var wasPaused = false

  /// Ends the schedule when there are no counts that a crash could lose.
  /// - Returns: Whether there is a checkpoint to remove.
  mutating func close() -> Bool {
    defer { time = nil }
    return time != nil
  }

  /// A checkpoint is due after every ping, because a close then has less to report, and at the start and end of a
  /// pause. Outside a pause, it is also due if there is none, if `interval` has passed, or if the clock was set back.
  /// - Returns: Whether a checkpoint is due. If so, the caller must make it at `now`.
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
