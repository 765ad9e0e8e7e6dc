/// Keeping pings, and what would be lost with the process, in the journal of the environment.
extension Engine {
  /// Puts what the running call hands out into the journal.
  mutating func commit(_ outgoing: [Outgoing]) {
    guard let journal = environment.journal else { return }
    let pings = outgoing.compactMap { item -> Ping? in
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

  /// A checkpoint is due at every ping, which takes away from what a close would make, at a pause,
  /// and when enough time has passed.
  private mutating func nextCheckpoint(
    hasPings: Bool,
    interval: Int64
  ) -> PingJournalEntry.Checkpoint {
    guard session != nil || dcr.staticView != nil else {
      guard checkpointTime != nil else { return .unchanged }
      checkpointTime = nil
      return .replaced([])
    }
    let now = now
    let isPaused = state == .paused
    let isDue =
      hasPings || isPaused != wasPausedAtCheckpoint
      || !isPaused && checkpointTime.map { now - $0 >= interval || now < $0 } ?? true
    guard isDue else { return .unchanged }
    checkpointTime = now
    wasPausedAtCheckpoint = isPaused
    return .replaced(pingsOfClosing(now: now))
  }

  /// The pings that closing the viewing session and an open page would make.
  private func pingsOfClosing(now: Int64) -> [Ping] {
    var copy = self
    copy.isMakingCheckpoint = true
    copy.outgoing = []
    copy.closeAll(now: now)
    return copy.outgoing.compactMap { item in
      guard case .ping(let ping) = item, ping.product != .error else { return nil }
      return ping
    }
  }
}
