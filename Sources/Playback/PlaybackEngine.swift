import NielsenAppApi

/// The engine of a player: its life, its clock, and the way out for its pings. Its calls are in
/// `PlaybackEngine+Calls.swift`.
final class PlaybackEngine {
  /// Nil while it is killed, and when it could not be made.
  private(set) var api: NielsenAppApi?
  /// Whether the stream is cast: the app is silent, and the receiver measures by itself.
  var isCasting = false
  /// The engine of the device that the stream is cast to.
  var receiver: BrowserSdk?
  /// The second of the stream being played; -1 before the first.
  var second: Int64 = -1

  private let clock: @Sendable () -> Int64
  /// What the engine sees of the clock: it stands still during a call.
  private let shownClock: VirtualClock
  private let inbox = PingInbox()
  private let delegate: any NielsenAppApiDelegate
  private let onPings: ([TimedPing]) -> Void
  private let appInfo: [String: String]
  private var environment: EngineEnvironment
  private let journal: LifeJournal?
  private var life = EngineLife()
  private let answers = AwaitedAnswers()
  private let seed: UInt64
  private let receiverJournal: (any PingJournal)?
  private var castCount: UInt64 = 0

  /// Starts an engine that goes by `clock`, in Unix milliseconds. `remembersCheckpoints`: what a kill
  /// would lose is found by the next engine also without a journal in the options. `delegate` receives
  /// events and errors. Pings are delivered when all time-shift lookups are answered: after each call
  /// `onPings` receives those made since the call before.
  init(
    options: PlaybackOptions,
    clock: @escaping @Sendable () -> Int64,
    remembersCheckpoints: Bool = false,
    errors delegate: any NielsenAppApiDelegate,
    onPings: @escaping ([TimedPing]) -> Void
  ) {
    let shownClock = VirtualClock(milliseconds: clock())
    var environment = EngineEnvironment.offline(seed: options.seed)
    environment.configuration = options.configuration
    environment.device = options.device
    environment.privacy = options.privacy
    environment.processName = PlaybackOptions.processName
    if let log = options.log { environment.log = log }
    if let store = options.store { environment.store = store }
    if let responder = options.timeShift { environment.timeShift = answers.counting(responder) }
    environment.clock = { shownClock.milliseconds }
    if let identities = options.scenario?.identities { environment.identifiers = identities.given }
    let keepsJournal = remembersCheckpoints || options.journal != nil
    let interval = Int64(options.configuration.queue.checkpointSeconds) * 1000
    journal =
      keepsJournal
      ? LifeJournal(passingTo: options.journal, interval: interval) : nil
    self.environment = environment
    self.clock = clock
    self.shownClock = shownClock
    self.delegate = delegate
    self.onPings = onPings
    appInfo = options.appInfo
    seed = options.seed
    receiverJournal = options.journal
    begin()
  }

  private func begin() {
    let life = EngineLife()
    self.life = life
    var environment = environment
    environment.onPing = { [inbox] ping in if life.continues { inbox.put(ping) } }
    environment.journal = journal?.journal(of: life)
    api = NielsenAppApi(appInfo: appInfo, delegate: delegate, environment: environment)
    handOut()
  }

  /// What the clock of the player shows, in Unix milliseconds.
  var milliseconds: Int64 { clock() }

  /// Shows the engine what time it is.
  func showTime() { shownClock.set(milliseconds: clock()) }

  /// Delivers the pings made since the last time.
  func handOut() {
    answers.wait()
    let time = Double(max(0, second))
    onPings(
      inbox.empty().map { TimedPing(ping: $0.ping, time: time, isReceivers: $0.isReceivers) }
    )
  }

  /// Ends the engine as the end of its process would: it makes no ping any more.
  func kill() {
    life.end()
    api = nil
  }

  /// Starts an engine on the same store. What the killed one would have lost is recovered.
  func restart() {
    showTime()
    for ping in journal?.recover(at: shownClock.milliseconds / 1000) ?? [] {
      inbox.put(ping.recovered)
    }
    // Those given were the ids of the engine before.
    environment.identifiers = GivenIdentifiers()
    begin()
  }

  /// Makes the engine that a Chromecast runs, with the interface of the Browser SDK. It has only the
  /// user data that the sender gives it.
  func makeReceiver() -> BrowserSdk? {
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
}
