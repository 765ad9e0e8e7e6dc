extension Engine {
  // MARK: - Events and errors

  mutating func report(_ event: AppApiEventCode, _ what: String) {
    output.add(event, what, of: configuration.sdk, now: now)
  }

  /// Reports an error to the delegate if the stored identities could not be read or written.
  mutating func reportStoreProblem() {
    if let problem = identities.takeProblem() { raise(problem) }
  }

  /// Reports an error to the delegate. Can also make an error ping, but at most one per code and session.
  mutating func raise(_ code: LogCode, _ description: String, product: Ping.Product? = nil) {
    raise(EngineProblem(code, description, product: product))
  }

  mutating func raise(_ code: AppApiErrorCode, _ description: String) {
    raise(EngineProblem(code, description))
  }

  mutating func raise(_ problem: EngineProblem) {
    output.add(problem, now: now)
    guard configuration.products.error, lifecycle.isInForce else { return }
    let number = problem.number
    guard viewing.isFirst(error: number) else { return }
    var ping = ReportedPing(name: .error, type: .error)
    ping.values[.errorMessage] = "\(number) \(problem.name)"
    ping.values[.errorProduct] = problem.product?.rawValue ?? ""
    make(ping)
  }

  // MARK: - Reports

  /// Makes the pings of all reports so far, DTVR first.
  mutating func makePings() {
    guard measurement.hasReports else { return }
    for report in measurement.dtvr.takeReports() {
      let channelName = viewing.session?.channelName ?? ""
      switch report {
      case .payloads(let payloads):
        make(ReportedPing(payloads: payloads, channelName: channelName))
      case .lookup(let question):
        make(ReportedPing(question))
        ask(question)
      case .credit(let credit):
        let asset = viewing.session?.asset
        make(ReportedPing(credit, channelName: channelName, asset: asset, configuration))
      }
    }
    for report in measurement.dcr.takeReports() {
      make(ReportedPing(report, configuration, now: now))
    }
  }

  private mutating func ask(_ question: TimeShiftQuestion) {
    guard let responder = environment.timeShift ?? configuration.lookups.responder else {
      if !configuration.lookups.url.isEmpty {
        output.noteOnce(
          .warning,
          "tsv.url is set, but no lookup is sent to it: give the environment a responder"
        )
      }
      return
    }
    let lookup = TimeShiftResponder.Lookup(
      payload: question.payload,
      breakout: question.breakout,
      timeoutSeconds: configuration.lookups.timeoutSeconds
    )
    output.add(
      .question(
        Question { answer in responder.ask(lookup) { answer(.timeShift($0, to: question)) } }
      )
    )
  }

  // MARK: - Pings

  /// Makes one ping, unless its product is off or a required parameter is empty.
  mutating func make(_ ping: ReportedPing) {
    guard pings.makes(ping.name) else { return }
    if isSessionPingDue { makeSessionPing() }
    var values = ping.values
    if showsIDs {
      // A checkpoint previews the pings of a close, so it must not change stored ids.
      if !pings.isMakingCheckpoint {
        identities.renewFirstPartyID(now: now / 1000)
        reportStoreProblem()
      }
      values.set(identities.firstPartyID, emmTime: identities.emmTime)
    }
    let subject = PingMaker.Subject(
      asset: ping.asset ?? viewing.session?.asset,
      mediaURL: viewing.session?.mediaURL ?? "",
      viewingSessionID: measurement.dcr.viewingSessionID,
      ott: viewer.ott,
      showsIDs: showsIDs
    )
    // A call that was queued until the configuration arrived is older than its pings.
    let sendTime = max(lifecycle.queuedTime == nil ? now : clockTime, now)
    let made = pings.make(
      ping.name,
      type: ping.type,
      values,
      about: subject,
      configuration,
      times: (now, sendTime)
    )
    switch made {
    case nil: return
    case .missing(let parameter): reportMissing(parameter, in: ping.name)
    case .ping(let made, let isLong):
      if isLong {
        let limit = configuration.limits.urlLength
        output.note(
          .warning,
          "ping '\(ping.name.rawValue)': the URL may exceed \(limit) bytes, the configured limit"
        )
      }
      output.note(.debug, "ping \(made.product.rawValue) \(made.type.rawValue) \(made.url)")
      output.add(.ping(made))
    }
  }

  private mutating func reportMissing(_ parameter: String, in name: PingName) {
    let text =
      "ping '\(name.rawValue)' is not made because its parameter '\(parameter)' is empty: set it in "
      + "appInfo, the metadata or the configuration"
    // An error ping about an error ping would be an endless loop.
    guard name != .error else {
      output.note(.error, text)
      return
    }
    raise(.failedCreateUrl, text, product: name.product)
  }
}
