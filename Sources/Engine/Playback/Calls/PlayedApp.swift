import Dispatch
import NielsenAppApi
import Synchronization

/// An app that plays a stream: its SDK instances, its clock, and the delivery of their output.
final class PlayedApp {
  /// The default name of an app's instance.
  static let instance = "A"
  static let receiver = TimedPing.receiver

  /// The time of the clock, in Unix milliseconds.
  var milliseconds: Int64
  /// The second of the stream being played; -1 before playback.
  var second: Int64 = -1
  /// The current line in the list of calls; nil when no list is being played.
  var line: Int?
  /// The arguments of `updateOTT` about the cast receiver; nil when the stream is not cast.
  private var castOTT: [String: String]?
  private(set) var errors = EngineErrors()

  var pings: [TimedPing] = []

  private let options: PlaybackOptions
  private let onEvent: ((PlayedEvent) -> Void)?
  private let journal: CheckpointJournal?
  private var environment: EngineEnvironment
  private var instances: [String: EngineInstance] = [:]
  private var receivers: Set<String> = []
  private var receiverCount: UInt64 = 0
  /// The checkpoints of the instances that were killed.
  private var lost: [PingJournalEntry] = []

  /// Makes an app without an instance. If `remembersCheckpoints` is true, pings that a kill would lose are recovered at
  /// the next start, even without a journal in the options. A time-shift lookup is answered before its call returns.
  init(
    options: PlaybackOptions,
    milliseconds: Int64,
    remembersCheckpoints: Bool = false,
    onEvent: ((PlayedEvent) -> Void)? = nil
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
    // Closing writes the last pings of the viewing sessions to the journal. They are not passed to `onEvent`.
    for name in instances.keys.sorted() { _ = instances[name]?.handle(.close, at: milliseconds) }
  }

  // MARK: - Calls

  /// Passes a call to an instance at the current time and delivers the output.
  func handle(_ call: Call, instance name: String = PlayedApp.instance) {
    report(.call(call), of: name)
    if line != nil, instances[name] == nil {
      report(.remark("no instance exists: call init first"), of: name)
    }
    pass(call, to: name)
  }

  /// Whether the stream is cast. The receiver then gets the playheads, tags and metadata.
  var isCasting: Bool { castOTT != nil }

  /// The name of the instance that measures the stream.
  var measuring: String { isCasting ? Self.receiver : Self.instance }

  /// Whether an instance shows a page, whose timer depends on the clock.
  var showsPage: Bool { instances.values.contains(where: \.showsPage) }

  /// Tells the instances, which have no timer, that time has passed.
  func advance() { for name in instances.keys.sorted() { pass(.advance, to: name) } }

  /// Applies a changed tracking setting of the operating system to the app's present and later
  /// instances. A cast receiver gets the change from its sender.
  func changeTracking(_ tracking: PrivacySettings.Tracking) {
    environment.privacy.tracking = tracking
    report(.call(.trackingSetting(tracking)))
    for name in instances.keys.sorted() where !receivers.contains(name) {
      pass(.trackingSetting(tracking), to: name)
    }
    relay()
  }

  /// Opts the user out or back in with the setting that this version of the operating system has.
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
        // A message about a line of the list has already been reported as an event.
        if line != nil, level >= .warning { continue }
        options.unfilteredLog?.log(level: level, "\(text)")
      case .question(let question): pass(question.answer(), to: name)
      }
    }
  }

  private func isChannelNameOwn(_ call: Call) -> Bool {
    guard !options.isChannelNamed, case .play(let channel) = call else { return false }
    return channel["channelName"] == options.channelName
  }

  private func deliver(_ ping: Ping, of instance: String) {
    let timed = TimedPing(ping: ping, time: Double(max(0, second)), instance: instance)
    pings.append(timed)
    report(.ping(timed), of: instance)
  }

  func report(_ kind: PlayedEvent.Kind, of instance: String = PlayedApp.instance) {
    onEvent?(
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

  /// Starts an instance. After a kill, it uses the store of the killed instance, and the lost pings are recovered.
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

  /// Starts an instance on a receiver's page. It gets user data only from the sender.
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

  private func remove(_ name: String) {
    for case .ping(let ping) in instances[name]?.handle(.close, at: milliseconds) ?? [] {
      deliver(ping, of: name)
    }
    instances[name] = nil
  }

  /// Ends the process of the app. The app's instances make no further pings; a receiver continues.
  func kill() {
    report(.incident("kill"))
    for (name, instance) in instances where !receivers.contains(name) {
      if let id = instance.sessionID { journal?.close(id) }
      instances[name] = nil
    }
    lost = journal?.takeLost() ?? []
    // The next instances must not inherit the registry slots or the fixed ids of the killed instances.
    environment.instances = InstanceRegistry()
    environment.identifiers = GivenIdentifiers()
  }

  // MARK: - The receiver of a cast

  /// Casts the stream: starts a receiver and passes it the metadata and the sender's information about the device and
  /// the user.
  func cast(_ metadata: [String: String], ott: [String: String]) {
    castOTT = ott
    startReceiver()
    receive("loadmetadata", CallArgument(metadata))
    relay()
  }

  /// Identifies the user to the cast receiver, at the start of the cast and after each opt-out choice.
  func relay() {
    guard let castOTT else { return }
    let user = instances[Self.instance]?.receiverMetadata ?? [:]
    let info = castOTT.merging(user) { $1 }.merging(["type": "content"]) { $1 }
    receive("updateOTT", CallArgument(info))
  }

  func receive(
    _ event: String,
    _ payload: CallArgument? = nil,
    instance: String = PlayedApp.receiver
  ) {
    for call in Call.calls(ofEvent: event, payload) ?? [] { handle(call, instance: instance) }
  }

  /// Ends the cast. `payload` is the argument of the receiver's `end` event.
  func endCast(_ payload: CallArgument? = nil) {
    receive("end", payload)
    remove(Self.receiver)
    castOTT = nil
  }
}

extension PlaybackOptions {
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
  /// Waits for the answer. The simulated player's clock does not run during a slow network request,
  /// so the player must wait. Every question is answered, with nil after its timeout.
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

/// A journal that remembers the checkpoints of engines that may be killed, and passes entries on to another journal.
final class CheckpointJournal: PingJournal {
  let checkpointInterval: Int64
  private let base: (any PingJournal)?
  private let checkpoints = Mutex<[PingJournalEntry]>([])

  /// Makes a journal. `interval` is the time between checkpoints in milliseconds, used when `base` is nil.
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

  /// Returns and forgets the checkpoints of the killed engines.
  func takeLost() -> [PingJournalEntry] {
    checkpoints.withLock { checkpoints in
      defer { checkpoints = [] }
      return checkpoints
    }
  }

  /// Passes lost pings to `base`, marked as recovered at `time` (Unix seconds).
  func recover(_ lost: PingJournalEntry, at time: Int64) {
    var entry = lost
    entry.recoveryTime = time
    base?.commit(entry)
  }
}
