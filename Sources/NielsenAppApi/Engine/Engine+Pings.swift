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

  /// Tells the delegate of an error, and makes its ping if error pings are wanted.
  mutating func raise(_ problem: EngineProblem, now: Int64) {
    let number = problem.code.number
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
    guard configuration.products.error, state != .disabled else { return }
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

  /// Makes one ping of the values given and those that every ping has.
  mutating func makePing(
    _ name: PingName,
    type: Ping.Kind,
    _ given: PingValues,
    now: Int64
  ) {
    guard let template = templates[name] else { return }
    var values = given
    let asset = session?.asset
    if !isMakingCheckpoint { identities.renewFirstPartyID(now: now / 1000) }
    lastRnd = max(now, lastRnd + 1)
    values.firstPartyID = identities.firstPartyID
    values.client = asset?.client(standard: standardClient) ?? standardClient
    values.assetID = asset?.id ?? (asset?.kind == .ad ? "NA" : "")
    values.metadata = asset?.values ?? [:]
    values.crashed = isMakingCheckpoint ? "1" : ""
    values.createTime = DecimalTime.tenDigits(now / 1000)
    values.rnd = DecimalTime.thirteenDigits(lastRnd)
    if let missing = template.missingParameter(values) {
      reportMissing(missing, in: name, now: now)
      return
    }
    let limit = configuration.limits.urlLength
    if name != .id3, template.urlLength(values) > limit {
      note(.warning, "ping '\(name.rawValue)': the URL is longer than \(limit) bytes")
    }
    outgoing.append(
      .ping(
        Ping(
          product: name.product,
          type: type,
          createTime: now / 1000,
          sendTime: now / 1000,
          content: PingContent(template: template, values: values)
        )
      )
    )
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
    guard environment.timeShift != nil else { return }
    outgoing.append(.question(question))
  }
}
