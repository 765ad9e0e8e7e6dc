/// The engine of an instance. It passes each call to its parts and turns their reports into pings.
struct Engine: Sendable {
  let environment: EngineEnvironment
  /// The environment's privacy settings, with the latest tracking setting of the operating system.
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
  /// The number of the latest opt-out choice, made in any instance, that this instance knows of.
  var knownChoice: Int
  /// Whether the session ping of a receiver still has to be made.
  var isSessionPingDue = false
  /// The time of the current call, in milliseconds, limited to the years 1970 to 9999.
  private(set) var clockTime: Int64

  // MARK: - Start

  /// Starts an engine at `time` (milliseconds).
  ///
  /// - Throws: ``EngineProblem`` when the instance cannot be made.
  init(
    appInfo argument: CallArgument,
    environment: EngineEnvironment,
    at time: Int64
  ) throws(EngineProblem) {
    let info = try AppInfo(argument, processName: environment.processName)
    let outcome = ConfigurationOutcome(environment)
    // The embedded default applies until a configuration is loaded.
    let configuration = outcome.configuration ?? EngineConfiguration()
    let limit = configuration.limits.instancesPerAppId
    guard environment.instances.acquire(appID: info.appID, limit: limit) else {
      throw EngineProblem(
        .anExceptionOccured,
        "init: \(limit) instances with this app id already exist: close one or raise the limit"
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

  /// When the current call was made, in milliseconds, even if the call was queued.
  var now: Int64 { lifecycle.queuedTime ?? clockTime }

  private static func bounded(_ time: Int64) -> Int64 {
    min(max(time, 0), 253_402_300_799_999)
  }

  // MARK: - Calls

  /// Handles `call`, made at `time` (milliseconds), and returns its output.
  mutating func handle(_ call: Call, at time: Int64) -> [Output] {
    clockTime = Self.bounded(time)
    if output.log.logLevel <= .debug, let words = call.words {
      output.note(.debug, "call \(words)")
    }
    if !endsWhatWasPlayed(call) { hearChoice() }
    perform(call)
    return handOut()
  }

  mutating func handOut() -> [Output] {
    let outputs = output.take()
    commit(outputs)
    return outputs
  }

  /// Handles a call that is new or was queued until the configuration arrived.
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

  mutating func open(channelName: String, mediaURL: String = "", now: Int64) {
    viewing.open(
      channelName: channelName,
      mediaURL: mediaURL,
      content: measurement.dcr.endedContent,
      now: now
    )
    lifecycle.state = .processing
  }

  /// The channel name of a session opened without `play` or by a `play` without a name.
  var impliedChannelName: String {
    viewing.lastChannelName ?? configuration.defaults.channelName
  }

  mutating func pause() {
    measurement.pause(now: now)
    makePings()
    viewing.session?.stopAd()
    noteSign()
    lifecycle.state = .paused
  }

  mutating func resume() {
    guard lifecycle.resume() else { return }
    noteSign()
    measureHeldTags()
  }

  /// Records the time of the viewing session's latest activity: a playhead, a tag, a pause or the end of a pause.
  mutating func noteSign() {
    let now = now
    viewing.session?.lastSign = now
  }

  /// Closes the viewing session and its measurement. `byEnd`: whether `end` was called; an ad after `end` still
  /// belongs to the content.
  mutating func closeSession(byEnd: Bool = false) {
    measurement.close(byEnd: byEnd, now: now)
    makePings()
    viewing.close()
    lifecycle.idle()
  }

  mutating func closeAll(byEnd: Bool = false) {
    if viewing.session != nil { closeSession(byEnd: byEnd) }
    viewing.lapsed = nil
    measurement.dcr.closeStaticView(now: now / 1000)
    makePings()
  }

  /// Closes a viewing session that has been silent for too long, and reports a page's timer if one is due. Most calls
  /// do this first.
  mutating func look() {
    if measurement.dcr.hasPage {
      measurement.dcr.advanceStaticView(now: now / 1000)
      makePings()
    }
    let limit = Int64(configuration.thresholds.pauseTimeoutSeconds) * 1000
    if viewing.isSilent(for: limit, now: now) { lapse() }
  }

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

enum EngineVersion {
  static let number = "1.0.0"

  /// The meter version, such as `ox.1.0.0`. The prefix shows that no Nielsen SDK made the ping.
  static func meter(_ sdk: EngineConfiguration.SDK) -> String { "\(sdk.prefix).\(number)" }

  static func build(_ sdk: EngineConfiguration.SDK) -> String {
    "\(sdk.prefix).\(number).0_\(sdk.flavour)"
  }
}
