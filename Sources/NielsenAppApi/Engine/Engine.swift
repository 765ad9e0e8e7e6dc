import Logging

/// The engine behind one `NielsenAppApi`: the state machine and what it needs. Confined to the
/// lock of its owner.
struct Engine: Sendable {
  /// The general states of the iOS SDK API Reference; Idle has two.
  enum State: Sendable, Equatable {
    /// No viewing session is open.
    case idle
    /// A viewing session is open and stopped.
    case paused
    case processing
    case disabled
  }

  private(set) var state = State.idle
  var identities: Identities
  let log: Logger

  let environment: EngineEnvironment
  let configuration: EngineConfiguration
  let appInfo: AppInfo
  let standardClient: ClientIdentity
  let templates: PingTemplateSet

  var session: ViewingSession?
  var dtvr: DTVRProcessor
  /// What the running call has found and for which pings are still to be made.
  var reports: [DTVRReport] = []
  private var lastChannelName: String?
  var lastRnd: Int64 = 0
  var outgoing: [Outgoing] = []
  private var isClosed = false
  var reportedErrors: Set<Int> = []
  var isRadioNoted = false

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
    var configuration = environment.configuration
    var failure: EngineConfigurationError?
    do {
      try configuration.validate()
    } catch {
      failure = error
      // Nothing of a broken configuration is used.
      configuration = EngineConfiguration()
    }
    guard
      environment.instances.acquire(
        appID: info.appID,
        limit: configuration.limits.instancesPerAppId
      )
    else {
      throw EngineProblem(
        .instanceLimit,
        "init: \(configuration.limits.instancesPerAppId) instances of this app id are alive: "
          + "close one first"
      )
    }
    var log = environment.log
    if let level = info.logLevel { log.logLevel = level }
    let now = Self.bounded(environment.clock())
    let identities = Identities(
      appID: info.appID,
      now: now / 1000,
      usesFirstPartyID: info.usesFirstPartyID,
      firstPartyDays: max(1, min(configuration.firstPartyDays, 36_525)),
      environment: environment
    )

    var templates = PingTemplateSet()
    var problems: [EngineProblem] = []
    do {
      let constants = PingConstants(
        appInfo: info,
        identities: identities,
        configuration: configuration,
        environment: environment
      )
      problems = try templates.compile(
        &configuration,
        facility: info.facility ?? configuration.client.sfcode,
        constant: constants.value(of:)
      )
    } catch {
      failure = failure ?? error
      configuration = EngineConfiguration()
    }
    self.environment = environment
    self.configuration = configuration
    self.appInfo = info
    self.identities = identities
    self.log = log
    self.templates = templates
    standardClient = ClientIdentity(
      id: info.client ?? configuration.client.ci,
      subBrand: info.subBrand ?? configuration.client.vcid
    )
    dtvr = DTVRProcessor(configuration: configuration)

    for warning in info.warnings { note(.warning, "init: \(warning)") }
    if let failure {
      state = .disabled
      raise(
        EngineProblem(
          .failedParseConfig,
          "init: \(failure.description): correct the configuration"
        ),
        now: now
      )
      return
    }
    for problem in problems { raise(problem, now: now) }
    outgoing.append(
      .notice(
        EngineNotice(
          kind: .event,
          number: AppApiEventCode.startup.rawValue,
          description: "engine \(EngineVersion.meter(configuration.sdk)) is initialized",
          time: now / 1000
        )
      )
    )
    makePing(.session, type: .session, PingValues(), now: now)
  }

  // MARK: - Time

  /// The clock in milliseconds, between 1970 and the end of the year 9999.
  var now: Int64 { Self.bounded(environment.clock()) }

  private static func bounded(_ time: Int64) -> Int64 {
    min(max(time, 0), 253_402_300_799_999)
  }

  // MARK: - States

  /// Opens a viewing session.
  mutating func open(channelName: String, now: Int64) {
    session = ViewingSession(channelName: channelName, now: now)
    lastChannelName = channelName
    state = .processing
  }

  /// The channel name of a session that no `play` opened.
  var impliedChannelName: String { lastChannelName ?? configuration.defaults.channelName }

  /// Stops the session, which stays open.
  mutating func pause(now: Int64) {
    dtvr.flushPayloads(into: &reports)
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

  /// Closes the viewing session and everything in it.
  mutating func closeSession(now: Int64) {
    dtvr.end(into: &reports)
    makePings(now: now)
    session = nil
    state = .idle
  }

  /// Closes a viewing session that was silent for too long.
  mutating func closeIfSilent(now: Int64) {
    guard let lastSign = session?.lastSign else { return }
    let limit = Int64(configuration.thresholds.pauseTimeoutSeconds) * 1000
    guard now - lastSign >= limit else { return }
    note(.info, "the viewing session was silent for too long and is closed")
    closeSession(now: now)
  }

  /// Ends the instance for good.
  mutating func close() {
    guard !isClosed else { return }
    isClosed = true
    let now = now
    if session != nil { closeSession(now: now) }
    state = .disabled
    environment.instances.release(appID: appInfo.appID)
    outgoing.append(
      .notice(
        EngineNotice(
          kind: .event,
          number: AppApiEventCode.shutdown.rawValue,
          description: "engine \(EngineVersion.meter(configuration.sdk)) is closed",
          time: now / 1000
        )
      )
    )
  }
}
