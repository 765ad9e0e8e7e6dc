import NielsenAppApi
import Synchronization

/// The engine of a player, its clock, and the way out for its pings.
final class PlaybackEngine {
  /// Nil while it is killed, and when it could not be made.
  private(set) var api: NielsenAppApi?
  private let clock: VirtualClock
  private let inbox = PingInbox()
  private let errors: EngineErrorLog
  private let onPing: (TimedPing) -> Void
  private let appInfo: [String: String]
  private let environment: EngineEnvironment
  private let journal: LifeJournal?
  private var life = EngineLife()

  /// Starts an engine at `start` (Unix seconds). `remembersCheckpoints`: what a kill would lose is
  /// found by the next engine also without a journal in the options.
  init(
    options: PlaybackOptions,
    start: Int64,
    remembersCheckpoints: Bool = false,
    errors: EngineErrorLog,
    onPing: @escaping (TimedPing) -> Void
  ) {
    let clock = VirtualClock(seconds: start)
    var environment = EngineEnvironment.offline(seed: options.seed)
    environment.configuration = options.configuration
    environment.device = options.device
    environment.processName = PlaybackOptions.processName
    if let store = options.store { environment.store = store }
    environment.clock = { clock.milliseconds }
    let keepsJournal = remembersCheckpoints || options.journal != nil
    journal = keepsJournal ? LifeJournal(passingTo: options.journal) : nil
    self.environment = environment
    self.clock = clock
    self.errors = errors
    self.onPing = onPing
    appInfo = options.appInfo
    begin()
  }

  private func begin() {
    let life = EngineLife()
    self.life = life
    var environment = environment
    environment.onPing = { [inbox] ping in if life.goesOn { inbox.put(ping) } }
    environment.journal = journal?.journal(of: life)
    api = NielsenAppApi(appInfo: appInfo, delegate: errors, environment: environment)
  }

  /// Sets the clock, in Unix seconds.
  func setClock(_ seconds: Int64) { clock.set(seconds: seconds) }

  /// Hands out the pings made since the last time, in the second `second` of the stream.
  func handOut(at second: Int64) {
    for ping in inbox.empty() { onPing(TimedPing(ping: ping, time: Double(max(0, second)))) }
  }

  /// Ends the engine as the end of its process would: it makes no ping any more.
  func kill() {
    life.end()
    api = nil
  }

  /// Starts an engine on the same store. What the killed one would have lost is recovered.
  func restart() {
    for ping in journal?.recover() ?? [] { inbox.put(ping) }
    begin()
  }
}

/// Whether an engine still lives: one that was killed makes nothing when it is destroyed.
final class EngineLife: Sendable {
  private let isOver = Atomic(false)

  var goesOn: Bool { !isOver.load(ordering: .relaxed) }

  func end() { isOver.store(true, ordering: .relaxed) }
}

/// Remembers the checkpoint of an engine that may be killed, and passes everything on.
private final class LifeJournal: Sendable {
  private let base: (any PingJournal)?
  private let checkpoint = Mutex<(instance: String, pings: [Ping])?>(nil)

  init(passingTo base: (any PingJournal)?) { self.base = base }

  /// The journal for one engine.
  func journal(of life: EngineLife) -> any PingJournal { Entrance(life: life, to: self) }

  private final class Entrance: PingJournal {
    private let life: EngineLife
    private let journal: LifeJournal

    init(life: EngineLife, to journal: LifeJournal) {
      self.life = life
      self.journal = journal
    }

    var checkpointInterval: Int64 { journal.base?.checkpointInterval ?? 10_000 }

    func commit(_ entry: PingJournalEntry) { if life.goesOn { journal.take(entry) } }
  }

  private func take(_ entry: PingJournalEntry) {
    if case .replaced(let pings) = entry.checkpoint {
      checkpoint.withLock { $0 = pings.isEmpty ? nil : (entry.instance, pings) }
    }
    base?.commit(entry)
  }

  /// The pings that an engine which was killed would have lost: they wait to be sent from now on.
  func recover() -> [Ping] {
    let lost = checkpoint.withLock { checkpoint in
      defer { checkpoint = nil }
      return checkpoint
    }
    guard let lost else { return [] }
    base?.commit(
      PingJournalEntry(instance: lost.instance, pings: lost.pings, checkpoint: .replaced([]))
    )
    return lost.pings
  }
}
