import NielsenAppApi
import Synchronization

/// Remembers the checkpoint of an engine that may be killed, and passes everything on.
final class CheckpointJournal: PingJournal {
  let checkpointInterval: Int64
  private let base: (any PingJournal)?
  private let checkpoint = Mutex<(instance: String, pings: [Ping])?>(nil)

  /// `interval`: the distance of checkpoints in milliseconds when `base` does not say it.
  init(passingTo base: (any PingJournal)?, interval: Int64) {
    self.base = base
    checkpointInterval = base?.checkpointInterval ?? interval
  }

  func commit(_ entry: PingJournalEntry) {
    if case .replaced(let pings) = entry.checkpoint {
      checkpoint.withLock { $0 = pings.isEmpty ? nil : (entry.instance, pings) }
    }
    base?.commit(entry)
  }

  func hold(_ instance: String, _ isHeld: Bool) { base?.hold(instance, isHeld) }

  func close(_ instance: String) { base?.close(instance) }

  /// The pings that an engine which was killed would have lost: they wait to be sent from now on.
  func recover(at time: Int64) -> [Ping] {
    let lost = checkpoint.withLock { checkpoint in
      defer { checkpoint = nil }
      return checkpoint
    }
    guard let lost else { return [] }
    base?.commit(
      PingJournalEntry(
        instance: lost.instance,
        pings: lost.pings,
        checkpoint: .replaced([]),
        recoveryTime: time
      )
    )
    return lost.pings
  }
}
