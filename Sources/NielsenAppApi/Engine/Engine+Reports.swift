/// Reports of the measurement become pings.
extension Engine {
  /// Makes the pings of everything reported so far, those of DTVR first.
  mutating func makePings(now: Int64) {
    if !reports.isEmpty {
      for report in reports { makePing(of: report, now: now) }
      reports.removeAll(keepingCapacity: true)
    }
    if !dcrReports.isEmpty {
      for report in dcrReports { makePing(of: report, now: now) }
      dcrReports.removeAll(keepingCapacity: true)
    }
  }

  private mutating func makePing(of report: DTVRReport, now: Int64) {
    var values = PingValues()
    switch report {
    case .payloads(let payloads):
      values.payloads = payloads
      values.channelName = session?.channelName ?? ""
      // Watermarks are not meant for the data provider.
      values.forward = "0"
      makePing(.id3, type: .raw, values, now: now)
    case .lookup(let question):
      values.payloads = question.payload
      makePing(.lookup, type: .lookup, values, now: now)
      ask(question)
    case .credit(let credit):
      makePing(of: credit, now: now)
    }
  }

  private mutating func makePing(of credit: DTVRReport.Credit, now: Int64) {
    var values = PingValues()
    values.contentAsset = "\(credit.source.rawValue)_\(credit.contentID.text)"
    values.credit = CreditString.make(
      credit,
      adModel: session?.asset.adModel(default: configuration.defaults.adModel) ?? "",
      unknownTimeShift: configuration.defaults.timeShift,
      emptyPattern: emptyPattern
    )
    values.forward = credit.isForwarded ? "1" : "0"
    values.aggregate = values.forward
    values.channelName = session?.channelName ?? ""
    switch credit.kind {
    case .impression:
      (values.action, values.activity, values.timeSpent) = ("start", "0", "0")
      makePing(.dtvr, type: .impression, values, now: now)
    case .view(let segment):
      (values.action, values.activity) = ("view", "1")
      values.timeSpent = String(segment.timeSpent)
      makePing(.dtvr, type: .view, values, now: now)
    case .duration(let segment, let isWon, let isLast):
      (values.action, values.activity) = (isWon ? "timer" : "sfview", isLast ? "2" : "1")
      values.timeSpent = String(segment.timeSpent)
      makePing(.dtvr, type: .duration, values, now: now)
    case .quarterHour:
      (values.action, values.activity) = ("view", "1")
      makePing(.quarterHour, type: .aqh, values, now: now)
    }
  }
}
