/// Keeping pings, and what would be lost with the process, in the journal of the environment.
extension Engine {
  /// Writes the output of the running call into the journal.
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
    guard viewing.session != nil || measurement.hasPage else {
      return checkpoints.close() ? .replaced([]) : .unchanged
    }
    let now = now
    let isDue = checkpoints.next(
      hasPings: hasPings,
      isPaused: lifecycle.state == .paused,
      interval: interval,
      now: now
    )
    return isDue ? .replaced(pingsOfClosing(now: now)) : .unchanged
  }

  /// The pings that closing the viewing session and an open page would make.
  private func pingsOfClosing(now: Int64) -> [Ping] {
    var copy = self
    copy.pings.isMakingCheckpoint = true
    _ = copy.output.take()
    copy.closeAll(now: now)
    return copy.output.take().compactMap { item in
      guard case .ping(let ping) = item, ping.product != .error else { return nil }
      return ping
    }
  }
}
