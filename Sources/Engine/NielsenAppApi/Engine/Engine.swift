/// The engine of an instance: passes each call to the values that it consists of, and makes the pings of what
/// they report.
struct Engine: Sendable {
  let environment: EngineEnvironment
  /// How the user's consent is found out: as in the environment, with the latest setting of the operating system.
  var privacy: PrivacySettings
  let appInfo: AppInfo
  var identities: Identities
  var configuration: EngineConfiguration
  var lifecycle = EngineLifecycle()
  var viewing = ViewingHistory()
  var viewer = ViewerState()
  var measurement: EngineMeasurement
  var pings = PingMaker()
  var output: EngineOutput
  var checkpoints = CheckpointSchedule()
  /// The number of the latest choice in an instance of the app that this one knows.
  var knownChoice: Int
  /// Whether the session ping waits until it is known who the user is.
  var isSessionPingDue = false
  /// The time of the call that is handled, in milliseconds, between 1970 and the end of the year 9999.
  private(set) var clockTime: Int64

  // MARK: - Start

  /// Starts an engine at `time` (milliseconds).
  ///
  /// - Throws: ``EngineProblem`` when no instance can be made.
  init(
    appInfo argument: CallArgument,
    environment: EngineEnvironment,
    at time: Int64
  ) throws(EngineProblem) {
    let info = try AppInfo(argument, processName: environment.processName)
    let outcome = ConfigurationOutcome(environment)
    // Nothing of a broken configuration is used.
    let configuration = outcome.configuration ?? EngineConfiguration()
    let limit = configuration.limits.instancesPerAppId
    guard environment.instances.acquire(appID: info.appID, limit: limit) else {
      throw EngineProblem(
        .anExceptionOccured,
        "init: \(limit) instances of this app id are alive: close one first"
      )
    }
    let now = Self.bounded(time)
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
    if !info.usesFirstPartyID { environment.journal?.forgetFirstPartyID() }
    self.environment = environment
    privacy = environment.privacy
    clockTime = now
    knownChoice = environment.instances.choiceNumber
    self.configuration = configuration
    appInfo = info
    output = EngineOutput(log: environment.log)
    if let level = info.logLevel { output.log.logLevel = level }
    measurement = EngineMeasurement(configuration, random: environment.random)
    for warning in info.warnings { output.note(.warning, "init: \(warning)") }
    begin(outcome)
  }

  // MARK: - Time

  /// The time that counts for the call, in milliseconds: when it was made, even if it had to wait.
  var now: Int64 { lifecycle.queuedTime ?? clockTime }

  private static func bounded(_ time: Int64) -> Int64 {
    min(max(time, 0), 253_402_300_799_999)
  }

  // MARK: - Calls

  /// Handles `call`, made at `time` (milliseconds).
  mutating func handle(_ call: Call, at time: Int64) -> [Output] {
    clockTime = Self.bounded(time)
    if output.log.logLevel <= .debug, let words = call.words {
      output.note(.debug, "call \(words)")
    }
    if !endsWhatWasPlayed(call) { hearChoice() }
    perform(call)
    return handOut()
  }

  /// The output of the call, which is in the journal.
  mutating func handOut() -> [Output] {
    let outputs = output.take()
    commit(outputs)
    return outputs
  }

  /// Handles a call, also one that had to wait for the configuration.
  mutating func perform(_ call: Call) {
    switch call {
    case .initialize: break
    case .play(let channelInfo): play(channelInfo)
    case .loadMetadata(let metadata): loadMetadata(metadata)
    case .playheadPosition(let position?): playheadPosition(position)
    case .playheadPosition(nil): refusePlayhead()
    case .sendID3(let data): sendID3(data)
    case .stop: stop()
    case .end: end()
    case .staticEnd: staticEnd()
    case .updateOTT(let info, let isRelay): updateOTT(info, isRelay: isRelay)
    case .updateMetadata(let metadata): updateMetadata(metadata)
    case .setMuted(let isMuted): setMuted(isMuted)
    case .trackViewability:
      output.noteOnce(.info, "trackViewability: there is no viewability product")
    case .userOptOut(let text): userOptOut(text)
    case .trackingSetting(let tracking): changeTracking(tracking)
    case .appDisableApi(let isOff): setDisabled(isOff)
    case .debug(let isOn):
      output.log.logLevel = isOn ? .debug : appInfo.logLevel ?? environment.log.logLevel
    case .advance: advance()
    case .close: close()
    case .deliveryFailed(let problem): raise(EngineProblem(problem))
    case .timeShift(let code, let question): answer(code, to: question)
    case .configuration(let answer, let number): receive(answer, request: number)
    }
  }

  // MARK: - Viewing sessions

  /// Opens a viewing session.
  mutating func open(channelName: String, mediaURL: String = "", now: Int64) {
    viewing.open(
      channelName: channelName,
      mediaURL: mediaURL,
      content: measurement.dcr.endedContent,
      now: now
    )
    lifecycle.state = .processing
  }

  /// The channel name of a session that no `play` opened, or one that names no channel.
  var impliedChannelName: String {
    viewing.lastChannelName ?? configuration.defaults.channelName
  }

  /// Stops the session, which stays open.
  mutating func pause() {
    measurement.pause(now: now)
    makePings()
    viewing.session?.stopAd()
    noteSign()
    lifecycle.state = .paused
  }

  /// Continues a stopped session.
  mutating func resume() {
    guard lifecycle.resume() else { return }
    noteSign()
    measureHeldTags()
  }

  /// Notes that something was heard of the viewing session.
  mutating func noteSign() {
    let now = now
    viewing.session?.lastSign = now
  }

  /// Closes the viewing session and everything in it. `byEnd`: by a call of `end`, after which an ad
  /// still belongs to the content.
  mutating func closeSession(byEnd: Bool = false) {
    measurement.close(byEnd: byEnd, now: now)
    makePings()
    viewing.close()
    lifecycle.idle()
  }

  /// Closes everything, pages included.
  mutating func closeAll(byEnd: Bool = false) {
    if viewing.session != nil { closeSession(byEnd: byEnd) }
    viewing.lapsed = nil
    measurement.dcr.closeStaticView(now: now / 1000)
    makePings()
  }

  /// Sees that time has passed: closes a viewing session that was silent for too long and reports a
  /// page's timer. Every call does this first.
  mutating func look() {
    if measurement.dcr.hasPage {
      measurement.dcr.advanceStaticView(now: now / 1000)
      makePings()
    }
    let limit = Int64(configuration.thresholds.pauseTimeoutSeconds) * 1000
    if viewing.isSilent(for: limit, now: now) { lapse() }
  }

  /// Ends the instance permanently.
  mutating func close() {
    guard !lifecycle.isClosed else { return }
    if !lifecycle.isDisabled {
      closeAll()
      if isSessionPingDue { makeSessionPing() }
    }
    lifecycle.close()
    environment.instances.release(appID: appInfo.appID)
    environment.journal?.close(identities.sessionID)
    report(.shutdown, "is closed")
  }
}

/// The version of this engine.
enum EngineVersion {
  static let number = "1.0.0"

  /// `ox.1.0.0`: the prefix says that no Nielsen SDK made the ping.
  static func meter(_ sdk: EngineConfiguration.SDK) -> String { "\(sdk.prefix).\(number)" }

  /// `ox.1.0.0.0_open`.
  static func build(_ sdk: EngineConfiguration.SDK) -> String {
    "\(sdk.prefix).\(number).0_\(sdk.flavour)"
  }
}
