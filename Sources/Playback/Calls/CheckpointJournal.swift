import NielsenAppApi
import Synchronization

/// Remembers the checkpoints of engines that may be killed, and passes everything on.
final class CheckpointJournal: PingJournal {
  let checkpointInterval: Int64
  private let base: (any PingJournal)?
  private let checkpoints = Mutex<[PingJournalEntry]>([])

  /// `interval`: the distance of checkpoints in milliseconds when `base` does not say it.
  init(passingTo base: (any PingJournal)?, interval: Int64) {
    self.base = base
    checkpointInterval = base?.checkpointInterval ?? interval
  }

  func commit(_ entry: PingJournalEntry) {
    if case .replaced(let pings) = entry.checkpoint {
      checkpoints.withLock { checkpoints in
        checkpoints.removeAll { $0.instance == entry.instance }
        guard !pings.isEmpty else { return }
        checkpoints.append(
          PingJournalEntry(instance: entry.instance, pings: pings, checkpoint: .replaced([]))
        )
      }
    }
    base?.commit(entry)
  }

  func hold(_ instance: String, _ isHeld: Bool) { base?.hold(instance, isHeld) }

  func forgetFirstPartyID() { base?.forgetFirstPartyID() }

  func close(_ instance: String) { base?.close(instance) }

  /// What engines that were killed have lost, which is then forgotten.
  func takeLost() -> [PingJournalEntry] {
    checkpoints.withLock { checkpoints in
      defer { checkpoints = [] }
      return checkpoints
    }
  }

  /// Lets pings that were lost wait to be sent, from `time` (Unix seconds) on.
  func recover(_ lost: PingJournalEntry, at time: Int64) {
    var entry = lost
    entry.recoveryTime = time
    base?.commit(entry)
  }
}
