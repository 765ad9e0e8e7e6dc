extension Engine {
  /// Applies the result of loading the configuration, or requests the configuration.
  mutating func begin(_ outcome: ConfigurationOutcome) {
    reportStoreProblem()
    switch outcome {
    case .ready(let configuration, let warnings):
      for warning in warnings { output.note(.warning, "configuration: \(warning)") }
      apply(configuration)
    case .failed(let problems):
      disable(problems)
    case .awaited:
      guard case .request(let fetch) = environment.configurationSource else { return }
      let number = lifecycle.request()
      output.add(
        .question(Question { answer in fetch { answer(.configuration($0, to: number)) } })
      )
    }
  }

  private mutating func disable(_ problems: [EngineProblem]) {
    lifecycle.disable()
    // No ping is sent while an engine is disabled.
    environment.journal?.hold(identities.sessionID, true)
    for problem in problems { raise(problem) }
  }

  private mutating func apply(_ given: EngineConfiguration) {
    var configuration = given
    let problems = pings.prepare(&configuration, appInfo, sessionID: identities.sessionID)
    self.configuration = configuration
    identities.firstPartyDays = configuration.identity.fpidDays
    measurement = EngineMeasurement(
      configuration,
      random: environment.random,
      givenIDs: environment.identifiers.viewingSessionIDs
    )
    environment.journal?.hold(identities.sessionID, false)
    lifecycle.enable()
    fillTemplates()
    for problem in problems { raise(problem) }
    report(.startup, "is initialized")
    if isReceiver { isSessionPingDue = true } else { makeSessionPing() }
    replayQueue()
  }

  /// Makes the session ping. On a receiver, the ping waits until the sender identifies the user, another ping is due,
  /// or the instance is closed.
  mutating func makeSessionPing() {
    isSessionPingDue = false
    make(ReportedPing(name: .session, type: .session))
    makeEmmPing()
  }

  /// Makes the request to the cross-domain service, unless it is off, ids are hidden, or the last request was made less
  /// than the configured interval ago. A last request in the future is ignored: the clock was set back.
  private mutating func makeEmmPing() {
    guard pings.makes(.emm), showsIDs else { return }
    if let last = identities.emmTime, last <= now / 1000,
      now / 1000 - last < Int64(configuration.identity.emmSeconds)
    {
      return
    }
    identities.noteEmm(now: now / 1000)
    make(ReportedPing(name: .emm, type: .emm))
  }

  /// Refills the templates after a change of values that all pings share.
  mutating func fillTemplates() {
    let device = environment.device
    var constants: [PingVariable.Name: String] = [
      .appId: appInfo.appID, .appName: appInfo.appName, .appVersion: appInfo.appVersion,
      .country: appInfo.country, .dma: appInfo.marketArea,
      .pluginVersion: environment.player.pluginVersion,
      .playerVersion: environment.player.playerVersion,
      .bundleId: device.bundleID, .osVersion: device.osVersion, .osGroup: device.osGroup,
      .deviceGroup: device.deviceGroup, .platform: device.platform, .phoneType: device.phoneType,
      .deviceName: device.deviceName, .diagnostics: device.diagnostics,
      .vendorId: identities.vendorID, .deviceId: identities.deviceID, .nuid: identities.deviceID,
      .sessionId: identities.sessionID, .playerId: identities.playerID,
      .categoryId: identities.categoryID, .accessMethod: environment.accessMethod,
      .optOut: isOptedOut ? configuration.optOut.outMark : configuration.optOut.inMark,
      .sdkVersion: EngineVersion.meter(configuration.sdk),
      .buildVersion: EngineVersion.build(configuration.sdk), .h33: configuration.defaults.h33,
    ]
    if showsIDs {
      constants.merge(appInfo.loginIDs) { $1 }
    } else {
      for name: PingVariable.Name in [.vendorId, .deviceId, .nuid] { constants[name] = "" }
    }
    pings.fill(constants)
  }

  // MARK: - A configuration that was requested

  mutating func receive(
    _ answer: Result<String, ConfigurationRequestError>,
    request number: Int
  ) {
    guard lifecycle.takeAnswer(to: number) else { return }
    switch answer {
    case .success(let text):
      begin(ConfigurationOutcome(json: text, over: environment.configuration))
      if lifecycle.hasConfiguration { identities.keep(configuration: text) }
    case .failure(let error):
      guard let text = identities.configuration else {
        let description =
          "init: no configuration was received: \(error.description): check address and server"
        begin(.failed([EngineProblem(.failedReceiveConfig, description)]))
        return
      }
      output.note(.warning, "no configuration was received: the last one that was received is used")
      begin(ConfigurationOutcome(json: text, over: environment.configuration))
    }
    reportStoreProblem()
  }

  mutating func load() {
    lifecycle.state = .initial
    begin(ConfigurationOutcome(environment))
  }

  // MARK: - Queued calls

  private mutating func replayQueue() {
    // Calls before the first queued choice are handled with the choice that applied at their time. But if the user is
    // opted out now, they are handled as opted out, so that no ids are shown.
    if let before = lifecycle.queue.choiceBefore, !isOptedOut {
      viewer.choice = before
      fillTemplates()
    }
    for item in lifecycle.queue.takeAll() {
      lifecycle.queuedTime = item.time
      perform(item.call)
    }
    lifecycle.queuedTime = nil
  }
}
