import Dispatch
import NielsenAppApi
import Synchronization

/// An app that plays a stream: its instances of the SDK, its clock, and the way out for what they make.
final class PlayedApp {
  /// The name of the instance of the app.
  static let instance = "A"
  /// The name of the instance that the receiver of a cast has.
  static let receiver = TimedPing.receiver

  /// The time of the clock in Unix milliseconds.
  var milliseconds: Int64
  /// The second of the stream being played; -1 before the first.
  var second: Int64 = -1
  /// Whether the stream is cast: the app is silent, and the receiver measures by itself.
  private(set) var isCasting = false
  /// The errors that the instances have raised so far.
  private(set) var errors = EngineErrors()

  private let options: PlaybackOptions
  private let onPing: (TimedPing) -> Void
  private let journal: CheckpointJournal?
  /// That of the next engine of the app.
  private var environment: EngineEnvironment
  private var instances: [String: EngineInstance] = [:]
  private var castCount: UInt64 = 0

  /// Starts an engine at `milliseconds`. `remembersCheckpoints`: what a kill would lose is found by the next
  /// engine also without a journal in the options. A time-shift lookup is answered before the call that asks
  /// returns, and so are all pings delivered.
  init(
    options: PlaybackOptions,
    milliseconds: Int64,
    remembersCheckpoints: Bool = false,
    onPing: @escaping (TimedPing) -> Void
  ) {
    self.options = options
    self.milliseconds = milliseconds
    self.onPing = onPing
    let keepsJournal = remembersCheckpoints || options.journal != nil
    let interval = Int64(options.configuration.queue.checkpointSeconds) * 1000
    journal = keepsJournal ? CheckpointJournal(passingTo: options.journal, interval: interval) : nil
    environment = options.environment
    environment.journal = journal
    if let identities = options.scenario?.identities { environment.identifiers = identities.given }
    start(Self.instance, in: environment)
  }

  deinit {
    // What is left of the viewing sessions gets into the journal; nobody waits for it here.
    for name in instances.keys.sorted() { _ = instances[name]?.handle(.close, at: milliseconds) }
  }

  /// Makes an instance.
  private func start(_ name: String, in environment: EngineEnvironment) {
    instances[name] = EngineInstance(environment)
    handle(.initialize(CallArgument(options.appInfo)), instance: name)
  }

  /// Handles a call at the time of the clock, and delivers what it causes.
  func handle(_ call: Call, instance name: String = PlayedApp.instance) {
    for output in instances[name]?.handle(call, at: milliseconds) ?? [] {
      switch output {
      case .ping(let ping): deliver(ping, of: name)
      case .event: break
      case .error(let error): errors.count(error)
      case .log(let level, let text): options.unfilteredLog?.log(level: level, "\(text)")
      case .question(let question): handle(question.answer(), instance: name)
      }
    }
  }

  private func deliver(_ ping: Ping, of instance: String) {
    onPing(TimedPing(ping: ping, time: Double(max(0, second)), instance: instance))
  }

  // MARK: - The life of the app

  /// Ends the engine as the end of its process would: it makes no ping any more.
  func kill() {
    if let id = instances[Self.instance]?.sessionID { journal?.close(id) }
    instances[Self.instance] = nil
    // Neither the slot of the killed one nor the ids given for it are those of the next.
    environment.instances = InstanceRegistry()
    environment.identifiers = GivenIdentifiers()
  }

  /// Starts an engine on the same store. What the killed one would have lost is recovered.
  func restart() {
    for ping in journal?.recover(at: milliseconds / 1000) ?? [] {
      deliver(ping.recovered, of: Self.instance)
    }
    start(Self.instance, in: environment)
  }

  // MARK: - The receiver of a cast

  /// Starts the engine of a receiver, which gets the metadata, and the sender's values for its device and its
  /// user. It has only the user data that the sender gives it.
  func startReceiver(_ metadata: [String: String], ott: [String: String]) {
    castCount += 1
    var environment = environment
    environment.random = RandomSource(seed: options.seed &+ castCount &* 0x9E37_79B9)
    environment.identifiers = GivenIdentifiers()
    environment.store = MemoryStore()
    environment.privacy = PrivacySettings()
    environment.device = DeviceProfile()
    environment.journal = options.journal
    environment.accessMethod = "0"
    isCasting = true
    start(Self.receiver, in: environment)
    let relayed = instances[Self.instance]?.receiverMetadata ?? [:]
    receive("loadmetadata", CallArgument(metadata))
    let info = ott.merging(relayed) { $1 }.merging(["type": "content"]) { $1 }
    receive("updateOTT", CallArgument(info))
  }

  /// Passes an event of the receiver's page to its engine.
  func receive(_ event: String, _ payload: CallArgument? = nil) {
    for call in Call.calls(ofEvent: event, payload) ?? [] { handle(call, instance: Self.receiver) }
  }

  /// The receiver plays no more. `payload`: what its page says with `end`.
  func endReceiver(_ payload: CallArgument? = nil) {
    receive("end", payload)
    for case .ping(let ping) in instances[Self.receiver]?.handle(.close, at: milliseconds) ?? [] {
      deliver(ping, of: Self.receiver)
    }
    isCasting = false
    instances[Self.receiver] = nil
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
