import Logging

/// The engine behind one `NielsenAppApi`: the state machine and what it needs. Confined to the
/// lock of its owner.
struct Engine: Sendable {
  /// The general states of the iOS SDK API Reference; Idle has two.
  enum State: Sendable, Equatable {
    /// The configuration is on its way.
    case initial
    /// No viewing session is open.
    case idle
    /// A viewing session is open and stopped.
    case paused
    case processing
    case disabled
  }

  let environment: EngineEnvironment
  let appInfo: AppInfo
  var identities: Identities
  var log: Logger

  var configuration: EngineConfiguration
  var standardClient: ClientIdentity
  var templates = PingTemplateSet()

  var state = State.initial
  /// Whether a valid configuration is in force.
  var hasConfiguration = false
  /// Calls that came while the configuration was on its way.
  var queue = CallQueue()
  /// Tells the answers to requests for a configuration apart.
  var requestNumber = 0
  /// The time of the queued call that is handled, in milliseconds.
  var queuedTime: Int64?

  var session: ViewingSession?
  /// The session before, if it was silent for too long and nothing has been said about what is played
  /// since.
  var lapsed: LapsedSession?
  var dtvr: DTVRProcessor
  var dcr: DCRProcessor
  /// What the running call has found and for which pings are still to be made.
  var reports: [DTVRReport] = []
  var dcrReports: [DCRReport] = []

  var ott = OTTInfo.none
  /// Whether the application has switched the engine off.
  var isSwitchedOff = false
  private(set) var isClosed = false
  /// What the sender of a cast told last.
  var lastRelay: OTTInfo?
  var choice = OptOutChoice()

  /// When the measurement was split the last time as the user opted back in, in milliseconds; nil: long
  /// ago.
  var splitTime: Int64?

  private var lastChannelName: String?
  var lastRnd: Int64 = 0
  var outgoing: [Outgoing] = []
  var reportedErrors: Set<Int> = []
  var notedOnce: Set<String> = []

  /// When the checkpoint that stands in the journal was made, in milliseconds; nil: none stands.
  var checkpointTime: Int64?
  var wasPausedAtCheckpoint = false
  /// Whether this is a copy that only shows which pings a close would make.
  var isMakingCheckpoint = false

  // MARK: - Start

  /// Starts an engine: everything the three-argument `init?` does.
  ///
  /// - Throws: ``EngineProblem`` when no instance can be made.
  init(appInfo argument: Any, environment: EngineEnvironment) throws(EngineProblem) {
    let info = try AppInfo(argument, processName: environment.processName)
    let outcome = ConfigurationOutcome(environment)
    // Nothing of a broken configuration is used.
    let configuration = outcome.configuration ?? EngineConfiguration()
    let limit = configuration.limits.instancesPerAppId
    guard environment.instances.acquire(appID: info.appID, limit: limit) else {
      throw EngineProblem(
        .instanceLimit,
        "init: \(limit) instances of this app id are alive: close one first"
      )
    }
    let now = Self.bounded(environment.clock())
    do {
      identities = try Identities(
        appID: info.appID,
        now: now / 1000,
        usesFirstPartyID: info.usesFirstPartyID,
        firstPartyDays: configuration.identity.fpidDays,
        environment: environment
      )
    } catch {
      environment.instances.release(appID: info.appID)
      throw error
    }
    self.environment = environment
    self.configuration = configuration
    appInfo = info
    log = environment.log
    if let level = info.logLevel { log.logLevel = level }
    standardClient = ClientIdentity(
      id: info.client ?? configuration.client.ci,
      subBrand: info.subBrand ?? configuration.client.vcid
    )
    dtvr = DTVRProcessor(configuration: configuration)
    dcr = DCRProcessor(configuration: configuration, random: environment.random)
    for warning in info.warnings { note(.warning, "init: \(warning)") }
    begin(outcome, now: now)
  }

  // MARK: - Time

  /// The time of the call in milliseconds, between 1970 and the end of the year 9999.
  var now: Int64 { queuedTime ?? clockTime }

  /// What the clock shows in milliseconds, between 1970 and the end of the year 9999.
  var clockTime: Int64 { Self.bounded(environment.clock()) }

  private static func bounded(_ time: Int64) -> Int64 {
    min(max(time, 0), 253_402_300_799_999)
  }

  // MARK: - States

  /// Opens a viewing session.
  mutating func open(channelName: String, mediaURL: String = "", now: Int64) {
    session = ViewingSession(
      channelName: channelName,
      mediaURL: mediaURL,
      content: dcr.endedContent,
      now: now
    )
    lastChannelName = channelName
    state = .processing
  }

  /// The channel name of a session that no `play` opened, or one that names no channel: that of the
  /// session that is open or was last. `play` without a name after a pause is no change of channel.
  var impliedChannelName: String { lastChannelName ?? configuration.defaults.channelName }

  /// Stops the session, which stays open.
  mutating func pause(now: Int64) {
    dtvr.flushPayloads(into: &reports)
    dcr.stop(now: now / 1000, into: &dcrReports)
    makePings(now: now)
    session?.stopAd()
    session?.lastSign = now
    state = .paused
  }

  /// Goes on with a stopped session.
  mutating func resume(now: Int64) {
    guard state == .paused else { return }
    state = .processing
    session?.lastSign = now
    for payload in session?.releaseHeldTags() ?? [] { measure(heldTag: payload, now: now) }
  }

  /// Closes the viewing session and everything in it. `byEnd`: by a call of `end`, after which an ad
  /// still belongs to the content.
  mutating func closeSession(byEnd: Bool = false, now: Int64) {
    dtvr.end(into: &reports)
    dcr.closePlaying(byEnd: byEnd, now: now / 1000, into: &dcrReports)
    if !byEnd { dcr.forgetEndedContent() }
    makePings(now: now)
    session = nil
    lapsed = nil
    if state != .disabled { state = .idle }
  }

  /// Closes everything, pages included.
  mutating func closeAll(byEnd: Bool = false, now: Int64) {
    if session != nil { closeSession(byEnd: byEnd, now: now) }
    lapsed = nil
    dcr.closeStaticView(now: now / 1000, into: &dcrReports)
    makePings(now: now)
  }

  /// Sees that time has passed: closes a viewing session that was silent for too long and reports a
  /// page's timer. Every call does this first.
  mutating func look(now: Int64) {
    if dcr.staticView != nil {
      dcr.advanceStaticView(now: now / 1000, into: &dcrReports)
      makePings(now: now)
    }
    guard let lastSign = session?.lastSign else { return }
    let limit = Int64(configuration.thresholds.pauseTimeoutSeconds) * 1000
    guard now - lastSign >= limit else { return }
    lapse(now: now)
  }

  /// Ends the instance for good.
  mutating func close() {
    guard !isClosed else { return }
    let now = now
    if state != .disabled { closeAll(now: now) }
    isClosed = true
    state = .disabled
    queue.removeAll()
    environment.instances.release(appID: appInfo.appID)
    environment.journal?.close(identities.sessionID)
    tell(.shutdown, "is closed", now: now)
  }
}
