import NielsenAppApi
import Synchronization

/// The engine of a player, its clock, and the way out for its pings.
package final class PlaybackEngine {
  /// Nil while it is killed, and when it could not be made.
  package private(set) var api: NielsenAppApi?
  private let clock: VirtualClock
  private let inbox = PingInbox()
  private let delegate: any NielsenAppApiDelegate
  private let onPing: (TimedPing) -> Void
  private let appInfo: [String: String]
  private var environment: EngineEnvironment
  private let journal: LifeJournal?
  private var life = EngineLife()
  private let answers = AwaitedAnswers()
  private let seed: UInt64
  private let receiverJournal: (any PingJournal)?
  private var castCount: UInt64 = 0
  private let waitsForAnswers: Bool
  private let isCancelled: @Sendable () -> Bool

  /// Starts an engine at `start` (Unix seconds). `remembersCheckpoints`: what a kill would lose is
  /// found by the next engine also without a journal in the options. `waitsForAnswers`: pings are
  /// delivered when all time-shift lookups are answered. `delegate` receives events and errors,
  /// `onDeliveryProblem` what goes wrong with sending, on any thread and at any moment.
  package init(
    options: PlaybackOptions,
    start: Int64,
    remembersCheckpoints: Bool = false,
    waitsForAnswers: Bool = true,
    errors delegate: any NielsenAppApiDelegate,
    onDeliveryProblem: @escaping @Sendable (DeliveryProblem) -> Void = { _ in },
    onPing: @escaping (TimedPing) -> Void
  ) {
    let clock = VirtualClock(seconds: start, fraction: options.scenario?.milliseconds ?? 0)
    var environment = EngineEnvironment.offline(seed: options.seed)
    environment.configuration = options.configuration
    environment.device = options.device
    environment.privacy = options.privacy
    environment.processName = PlaybackOptions.processName
    if let log = options.log { environment.log = log }
    if let store = options.store { environment.store = store }
    if let responder = options.timeShift { environment.timeShift = answers.counting(responder) }
    isCancelled = options.isCancelled
    environment.clock = { clock.milliseconds }
    if let identities = options.scenario?.identities { environment.identifiers = identities.given }
    let keepsJournal = remembersCheckpoints || options.journal != nil
    let interval = Int64(options.configuration.queue.checkpointSeconds) * 1000
    journal =
      keepsJournal
      ? LifeJournal(
        passingTo: options.journal,
        interval: interval,
        onProblem: onDeliveryProblem
      ) : nil
    self.environment = environment
    self.clock = clock
    self.delegate = delegate
    self.waitsForAnswers = waitsForAnswers
    self.onPing = onPing
    appInfo = options.appInfo
    seed = options.seed
    receiverJournal = options.journal
    begin()
  }

  private func begin() {
    let life = EngineLife()
    self.life = life
    var environment = environment
    environment.onPing = { [inbox] ping in if life.goesOn { inbox.put(ping) } }
    environment.journal = journal?.journal(of: life)
    api = NielsenAppApi(appInfo: appInfo, delegate: delegate, environment: environment)
  }

  /// Sets the clock, in Unix seconds.
  func setClock(_ seconds: Int64) { clock.set(seconds: seconds) }

  /// Sets the clock, in Unix milliseconds.
  package func setClock(milliseconds: Int64) { clock.set(milliseconds: milliseconds) }

  /// Delivers the pings made since the last time, in the second `second` of the stream.
  package func handOut(at second: Int64) {
    if waitsForAnswers { answers.wait(isCancelled: isCancelled) }
    let time = Double(max(0, second))
    for item in inbox.empty() {
      onPing(TimedPing(ping: item.ping, time: time, isReceivers: item.isReceivers))
    }
  }

  /// Starts the engine that a Chromecast runs, with the interface of the Browser SDK. It has only the
  /// user data that the sender gives it.
  package func startReceiver() -> BrowserSdk? {
    castCount += 1
    var environment = environment
    environment.random = RandomSource(seed: seed &+ castCount &* 0x9E37_79B9)
    environment.identifiers = GivenIdentifiers()
    environment.store = MemoryStore()
    environment.privacy = PrivacySettings()
    environment.device = DeviceProfile()
    environment.journal = receiverJournal
    environment.onPing = { [inbox] in inbox.put($0, isReceivers: true) }
    return BrowserSdk(
      appId: appInfo["appid"] ?? "",
      instanceName: "ChromeCastInstance",
      options: appInfo.filter { $0.key != "appid" },
      delegate: delegate,
      environment: environment
    )
  }

  /// Ends the engine as the end of its process would: it makes no ping any more.
  func kill() {
    life.end()
    api = nil
  }

  /// Starts an engine on the same store. It recovers the pings that the killed engine would have lost.
  func restart() {
    for ping in journal?.recover(at: clock.milliseconds / 1000) ?? [] { inbox.put(ping.recovered) }
    // Those given were the ids of the engine before.
    environment.identifiers = GivenIdentifiers()
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
  private let checkpointInterval: Int64
  private let onProblem: @Sendable (DeliveryProblem) -> Void
  private let checkpoint = Mutex<(instance: String, pings: [Ping])?>(nil)

  /// `interval`: the distance of checkpoints in milliseconds when `base` does not say it.
  init(
    passingTo base: (any PingJournal)?,
    interval: Int64,
    onProblem: @escaping @Sendable (DeliveryProblem) -> Void
  ) {
    self.base = base
    self.onProblem = onProblem
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

    func commit(_ entry: PingJournalEntry) { if life.goesOn { journal.take(entry) } }

    // Problems of sending come at any moment: the engine, whose pings must not depend on them, does not
    // receive them.
    func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
      let onProblem = journal.onProblem
      journal.base?.open(instance) { onProblem($0) }
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
