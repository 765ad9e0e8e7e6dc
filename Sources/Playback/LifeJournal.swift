import NielsenAppApi
import Synchronization

/// Whether an engine still lives: one that was killed makes nothing when it is destroyed.
final class EngineLife: Sendable {
  private let isOver = Atomic(false)

  var continues: Bool { !isOver.load(ordering: .relaxed) }

  func end() { isOver.store(true, ordering: .relaxed) }
}

/// Remembers the checkpoint of an engine that may be killed, and passes everything on.
final class LifeJournal: Sendable {
  private let base: (any PingJournal)?
  private let checkpointInterval: Int64
  private let checkpoint = Mutex<(instance: String, pings: [Ping])?>(nil)

  /// `interval`: the distance of checkpoints in milliseconds when `base` does not say it.
  init(passingTo base: (any PingJournal)?, interval: Int64) {
    self.base = base
    checkpointInterval = base?.checkpointInterval ?? interval
  }

  func journal(of life: EngineLife) -> any PingJournal { Entrance(life: life, to: self) }

  private final class Entrance: PingJournal {
    private let life: EngineLife
    private let journal: LifeJournal

    init(life: EngineLife, to journal: LifeJournal) {
      self.life = life
      self.journal = journal
    }

    var checkpointInterval: Int64 { journal.checkpointInterval }

    func commit(_ entry: PingJournalEntry) { if life.continues { journal.take(entry) } }

    // Problems of sending come at any moment: the engine, whose pings must not depend on them, does not
    // receive them.
    func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
      journal.base?.open(instance) { _ in }
    }

    func hold(_ instance: String, _ isHeld: Bool) { journal.base?.hold(instance, isHeld) }

    func close(_ instance: String) { journal.base?.close(instance) }
  }

  private func take(_ entry: PingJournalEntry) {
    if case .replaced(let pings) = entry.checkpoint {
      checkpoint.withLock { $0 = pings.isEmpty ? nil : (entry.instance, pings) }
    }
    base?.commit(entry)
  }

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
