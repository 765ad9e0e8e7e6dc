import Dispatch
import NielsenAppApi
import Synchronization

/// An app that plays a stream: its instances of the SDK, its clock, and the way out for what they make.
final class PlayedApp {
  /// The name of the only instance that most apps have.
  static let instance = "A"
  /// The name of the instance of a cast's receiver.
  static let receiver = TimedPing.receiver

  /// The time of the clock in Unix milliseconds.
  var milliseconds: Int64
  /// The second of the stream being played; -1 before the first.
  var second: Int64 = -1
  /// The line of the list of calls that is played; nil when none is.
  var line: Int?
  /// What the app says of the receiver to which the stream is cast; nil: the app plays by itself.
  private var castOTT: [String: String]?
  /// The errors that the instances have raised so far.
  private(set) var errors = EngineErrors()

  private let options: PlaybackOptions
  private let onEvent: (PlayedEvent) -> Void
  private let journal: CheckpointJournal?
  /// That of the next engine of the app.
  private var environment: EngineEnvironment
  private var instances: [String: EngineInstance] = [:]
  /// The instances that are receivers' and not the app's.
  private var receivers: Set<String> = []
  private var receiverCount: UInt64 = 0
  /// What the app had lost when it was killed.
  private var lost: [PingJournalEntry] = []

  /// Makes an app without an instance. `remembersCheckpoints`: what a kill would lose is found at the next start
  /// also without a journal in the options. A time-shift lookup is answered before the call that asks returns.
  init(
    options: PlaybackOptions,
    milliseconds: Int64,
    remembersCheckpoints: Bool = false,
    onEvent: @escaping (PlayedEvent) -> Void
  ) {
    self.options = options
    self.milliseconds = milliseconds
    self.onEvent = onEvent
    let keepsJournal = remembersCheckpoints || options.journal != nil
    let interval = Int64(options.configuration.queue.checkpointSeconds) * 1000
    journal = keepsJournal ? CheckpointJournal(passingTo: options.journal, interval: interval) : nil
    environment = options.environment
    environment.journal = journal
    if let identities = options.scenario?.identities { environment.identifiers = identities.given }
  }

  deinit {
    // What is left of the viewing sessions gets into the journal; nobody waits for it here.
    for name in instances.keys.sorted() { _ = instances[name]?.handle(.close, at: milliseconds) }
  }

  // MARK: - Calls

  /// Handles a call at the time of the clock, and delivers what it causes.
  func handle(_ call: Call, instance name: String = PlayedApp.instance) {
    report(.call(call), of: name)
    if line != nil, instances[name] == nil {
      report(.remark("there is no instance: call init first"), of: name)
    }
    pass(call, to: name)
  }

  /// Whether the stream is cast: the app is silent, and the receiver measures by itself.
  var isCasting: Bool { castOTT != nil }

  /// The name of the instance that measures what is played.
  var measuring: String { isCasting ? Self.receiver : Self.instance }

  /// Whether a page is shown, whose timer goes by the clock.
  var showsPage: Bool { instances.values.contains(where: \.showsPage) }

  /// Lets the instances, which have no timer, see that time has passed.
  func advance() { for name in instances.keys.sorted() { pass(.advance, to: name) } }

  /// The viewer changes the setting of the operating system: all instances of the app on the device see it, and those
  /// that start later. The receiver of a cast gets it from its sender.
  func changeTracking(_ tracking: PrivacySettings.Tracking) {
    environment.privacy.tracking = tracking
    report(.call(.trackingSetting(tracking)))
    for name in instances.keys.sorted() where !receivers.contains(name) {
      pass(.trackingSetting(tracking), to: name)
    }
    relay()
  }

  /// The same with the setting that the version of the system has.
  func changeTracking(isOptedOut: Bool) {
    switch environment.privacy.tracking {
    case .limitAdTracking: changeTracking(.limitAdTracking(isOptedOut))
    case .authorization: changeTracking(.authorization(isOptedOut ? .denied : .authorized))
    }
  }

  private func pass(_ call: Call, to name: String) {
    for output in instances[name]?.handle(call, at: milliseconds) ?? [] {
      switch output {
      case .ping(let ping): deliver(ping, of: name)
      case .event: break
      case .error(let error):
        errors.count(error.number, error.description)
        let title = "error \(error.number) \(EngineNotice.name(ofError: error.number))"
        report(.remark("\(title): \(error.description)"), of: name)
      case .log(let level, let text):
        if text == Call.longChannelName, isChannelNameOwn(call) { continue }
        if level == .warning { report(.remark(text), of: name) }
        // What is said of a line of a list is an event already.
        if line != nil, level >= .warning { continue }
        options.unfilteredLog?.log(level: level, "\(text)")
      case .question(let question): pass(question.answer(), to: name)
      }
    }
  }

  /// Whether the call has a channel name that stands for one of the app.
  private func isChannelNameOwn(_ call: Call) -> Bool {
    guard !options.isChannelNamed, case .play(let channel) = call else { return false }
    return channel["channelName"] == options.channelName
  }

  private func deliver(_ ping: Ping, of instance: String) {
    let time = Double(max(0, second))
    report(.ping(TimedPing(ping: ping, time: time, instance: instance)), of: instance)
  }

  func report(_ kind: PlayedEvent.Kind, of instance: String = PlayedApp.instance) {
    onEvent(
      PlayedEvent(
        kind: kind,
        instance: instance,
        isReceiver: receivers.contains(instance),
        milliseconds: milliseconds,
        line: line
      )
    )
  }

  // MARK: - The life of the app

  /// Starts an instance. After a kill it has the store of the one before, and what that had lost is recovered.
  func start(_ name: String = PlayedApp.instance, _ appInfo: CallArgument? = nil) {
    let appInfo = appInfo ?? CallArgument(options.appInfo)
    for var entry in lost {
      if !appInfo.usesFirstPartyID { entry.pings = entry.pings.map(\.withoutFirstPartyID) }
      journal?.recover(entry, at: milliseconds / 1000)
      for ping in entry.pings { deliver(ping.recovered, of: name) }
    }
    lost = []
    receivers.remove(name)
    start(name, appInfo, in: environment)
  }

  /// Starts an instance on the page of a receiver. It has only the user data that the sender gives it.
  func startReceiver(_ name: String = PlayedApp.receiver, _ appInfo: CallArgument? = nil) {
    receiverCount += 1
    receivers.insert(name)
    var environment = environment
    environment.random = RandomSource(seed: options.seed &+ receiverCount &* 0x9E37_79B9)
    environment.identifiers = GivenIdentifiers()
    environment.store = MemoryStore()
    environment.privacy = PrivacySettings()
    environment.device = DeviceProfile()
    environment.journal = options.journal
    environment.accessMethod = "0"
    start(name, appInfo, in: environment)
  }

  private func start(_ name: String, _ appInfo: CallArgument?, in environment: EngineEnvironment) {
    remove(name)
    instances[name] = EngineInstance(environment)
    handle(.initialize(appInfo ?? CallArgument(options.appInfo)), instance: name)
  }

  /// Lets go of an instance: what it still counts is in its last pings.
  private func remove(_ name: String) {
    for case .ping(let ping) in instances[name]?.handle(.close, at: milliseconds) ?? [] {
      deliver(ping, of: name)
    }
    instances[name] = nil
  }

  /// Ends the process of the app: its instances make no ping any more.
  func kill() {
    report(.incident("kill"))
    for (name, instance) in instances where !receivers.contains(name) {
      if let id = instance.sessionID { journal?.close(id) }
      instances[name] = nil
    }
    lost = journal?.takeLost() ?? []
    // Neither the slots of the killed ones nor the ids given for them are those of the next.
    environment.instances = InstanceRegistry()
    environment.identifiers = GivenIdentifiers()
  }

  // MARK: - The receiver of a cast

  /// Casts: starts a receiver, which gets the metadata, and the sender's values for its device and its user.
  func cast(_ metadata: [String: String], ott: [String: String]) {
    castOTT = ott
    startReceiver()
    receive("loadmetadata", CallArgument(metadata))
    relay()
  }

  /// Tells the receiver of a cast who the user is: at its start, and when the user has chosen.
  func relay() {
    guard let castOTT else { return }
    let user = instances[Self.instance]?.receiverMetadata ?? [:]
    let info = castOTT.merging(user) { $1 }.merging(["type": "content"]) { $1 }
    receive("updateOTT", CallArgument(info))
  }

  /// Passes an event of a receiver's page to its instance.
  func receive(
    _ event: String,
    _ payload: CallArgument? = nil,
    instance: String = PlayedApp.receiver
  ) {
    for call in Call.calls(ofEvent: event, payload) ?? [] { handle(call, instance: instance) }
  }

  /// The receiver plays no more. `payload`: what its page says with `end`.
  func endCast(_ payload: CallArgument? = nil) {
    receive("end", payload)
    remove(Self.receiver)
    castOTT = nil
  }
}

extension PlaybackOptions {
  /// The environment of an engine of the app.
  var environment: EngineEnvironment {
    var environment = EngineEnvironment.offline(seed: seed)
    environment.configuration = configuration
    environment.device = device
    environment.privacy = privacy
    environment.processName = Self.processName
    if let log { environment.log = log }
    if let store { environment.store = store }
    environment.timeShift = timeShift
    return environment
  }
}

extension Question {
  /// Waits for the answer: the clock of a player does not wait for a network, the player must. Every question
  /// is answered, by nil when its time is over.
  fileprivate func answer() -> Call {
    let done = DispatchSemaphore(value: 0)
    let box = Mutex<Call>(.advance)
    ask { call in
      box.withLock { $0 = call }
      done.signal()
    }
    done.wait()
    return box.withLock { $0 }
  }
}

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
