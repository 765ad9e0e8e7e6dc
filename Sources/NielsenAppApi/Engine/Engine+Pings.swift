import Logging

/// What a call hands out: log lines, errors and pings.
extension Engine {
  // MARK: - Handing out

  /// What the running call hands out, which is then forgotten.
  mutating func takeOutgoing() -> [Outgoing] {
    guard !outgoing.isEmpty else { return [] }
    defer { outgoing = [] }
    return outgoing
  }

  /// Writes a line of the log.
  mutating func note(_ level: Logger.Level, _ text: @autoclosure () -> String) {
    guard level >= log.logLevel else { return }
    outgoing.append(.log(level, text()))
  }

  /// Writes a call of the public API into the log, with the values of the keys `shown`: others may hold
  /// what nobody but the engine should see.
  mutating func noteCall(_ name: String, _ argument: Any, showing shown: [String]) {
    guard log.logLevel <= .debug else { return }
    guard let object = ArgumentObject(argument, knownKeys: []) else {
      return note(.debug, "call \(name) with something that is not an object")
    }
    let values = shown.compactMap { key in object[key].map { " \(key)=\($0)" } }
    note(.debug, "call \(name)\(values.joined())")
  }

  /// Writes a line of the log that is written once for an instance.
  mutating func noteOnce(_ level: Logger.Level, _ text: String) {
    if notedOnce.insert(text).inserted { note(level, text) }
  }

  /// Tells the delegate of an event.
  mutating func tell(_ event: AppApiEventCode, _ what: String, now: Int64) {
    outgoing.append(
      .notice(
        EngineNotice(
          kind: .event,
          number: event.rawValue,
          description: "engine \(EngineVersion.meter(configuration.sdk)) \(what)",
          time: now / 1000
        )
      )
    )
  }

  /// Tells the delegate that identities could not be read or kept.
  mutating func reportStoreProblem(now: Int64) {
    if let problem = identities.takeProblem() { raise(problem, now: now) }
  }

  /// Tells the delegate of an error, and makes its ping if error pings are wanted.
  mutating func raise(_ problem: EngineProblem, now: Int64) {
    let number = problem.code.number
    note(.error, "error \(number) \(problem.code.name): \(problem.description)")
    outgoing.append(
      .notice(
        EngineNotice(
          kind: .error,
          number: number,
          description: problem.description,
          time: now / 1000
        )
      )
    )
    guard configuration.products.error, state != .disabled, state != .initial else { return }
    let isFirst =
      session == nil
      ? reportedErrors.insert(number).inserted
      : session?.reportedErrors.insert(number).inserted ?? false
    guard isFirst else { return }
    var values = PingValues()
    values.errorMessage = "\(number) \(problem.code.name)"
    values.errorProduct = problem.product?.rawValue ?? ""
    makePing(.error, type: .error, values, now: now)
  }

  // MARK: - Pings

  /// Makes one ping of the values given and those that every ping has. `asset` is what it is about;
  /// nil: what is played.
  mutating func makePing(
    _ name: PingName,
    type: Ping.Kind,
    _ given: PingValues,
    asset: Asset? = nil,
    now: Int64
  ) {
    guard let template = templates[name] else { return }
    var values = given
    if showsIDs {
      // A checkpoint only shows what a close would make: it must not write to the store.
      if !isMakingCheckpoint {
        identities.renewFirstPartyID(now: now / 1000)
        reportStoreProblem(now: now)
      }
      values.firstPartyID = identities.firstPartyID
      values.emmTime = identities.emmTime
    }
    lastRnd = max(now, lastRnd + 1)
    fill(&values, about: asset ?? session?.asset)
    values.crashed = isMakingCheckpoint ? "1" : ""
    values.createTime = DecimalTime.tenDigits(now / 1000)
    // A call that waited for the configuration is older than its pings.
    let sendTime = max(queuedTime == nil ? now : clockTime, now) / 1000
    values.sendTime = DecimalTime.tenDigits(sendTime)
    values.rnd = DecimalTime.thirteenDigits(lastRnd)
    if let missing = template.missingParameter(values) {
      reportMissing(missing, in: name, now: now)
      return
    }
    let limit = configuration.limits.urlLength
    if name != .id3, template.urlLength(values) > limit {
      note(.warning, "ping '\(name.rawValue)': the URL is longer than \(limit) bytes")
    }
    let ping = Ping(
      product: name.product,
      type: type,
      createTime: now / 1000,
      sendTime: sendTime,
      content: PingContent(template: template, values: values)
    )
    note(.debug, "ping \(ping.product.rawValue) \(ping.type.rawValue) \(ping.url)")
    outgoing.append(.ping(ping))
  }

  /// Fills in what the metadata and the screen say.
  private func fill(_ values: inout PingValues, about asset: Asset?) {
    values.client = asset?.client(standard: standardClient) ?? standardClient
    values.assetID = asset?.pingID ?? ""
    if configuration.products.audio, asset?.kind == .radio {
      values.resourceType = "audio"
      values.stationID = values.assetID
    }
    values.metadata = MetadataValues(
      values: asset?.values ?? [:],
      channelMediaURL: session?.mediaURL ?? "",
      assetName: configuration.defaults.assetName,
      segment: configuration.defaults.segment,
      isWithoutIDs: !showsIDs
    )
    if values.viewingSessionID.isEmpty, asset?.kind != .page {
      values.viewingSessionID = dcr.viewingSessionID
    }
    guard ott.isConnected else { return }
    (values.ottStatus, values.ottType) = ("1", ott.type)
  }

  private mutating func reportMissing(_ parameter: String, in name: PingName, now: Int64) {
    let text =
      "ping '\(name.rawValue)' is not made: its parameter '\(parameter)' is empty: fill it by "
      + "appInfo, metadata or configuration"
    // An error ping about an error ping would never end.
    guard name != .error else {
      note(.error, text)
      return
    }
    raise(EngineProblem(.failedCreateURL, text, product: name.product), now: now)
  }

  /// Hands out the question for a time-shift code.
  mutating func ask(_ question: TimeShiftQuestion) {
    guard let responder = environment.timeShift ?? configuration.lookups.responder else {
      if !configuration.lookups.url.isEmpty {
        noteOnce(.warning, "tsv.url: nobody asks there: give the environment a responder that does")
      }
      return
    }
    let lookup = TimeShiftResponder.Lookup(
      payload: question.payload,
      breakout: question.breakout,
      timeoutSeconds: configuration.lookups.timeoutSeconds
    )
    outgoing.append(.question(question, lookup, responder))
  }
}
