/// Reports of DCR become pings.
extension Engine {
  /// Tag presence of DCR in credit strings.
  private static let presence = "4"

  mutating func makePing(of report: DCRReport, now: Int64) {
    let isPage = report.asset.kind == .page
    var values = PingValues()
    values.viewingSessionID = report.viewingSessionID
    values.streamType = report.asset.kind == .ad ? "a" : "c"
    values.channelSuffix =
      isPage ? (report.asset.values["section"] ?? "") + "_S" : "P"
    // A clock that was set back must not make time that begins after its end.
    values.startTime = DecimalTime.tenDigits(min(report.startTime, now / 1000))
    values.adSeconds = String(report.ads.seconds)
    values.adCount = String(report.ads.number)
    values.eventData = report.events
    values.forward = "0"
    values.aggregate = "1"
    let type: Ping.Kind
    let code: String
    switch report.kind {
    case .view:
      type = .view
      (values.action, values.activity, values.timeSpent) = ("view", "0", "0")
      code = isPage ? "V" : "V1_" + emptyPattern
    case .timer(let segment, let isLast):
      type = .timer
      (values.action, values.activity) = ("timer", isLast ? "2" : "1")
      values.timeSpent = String(segment.timeSpent)
      code = isPage ? "D" : "D\(segment.number)_\(segment.pattern)"
    }
    let defaults = configuration.defaults
    values.credit =
      isPage ? code : "\(Self.presence)_\(defaults.breakout)_\(defaults.timeShift)_\(code)"
    makePing(isPage ? .staticView : .dcr, type: type, values, asset: report.asset, now: now)
  }

  /// A pattern without a won minute.
  var emptyPattern: String {
    String(repeating: "0", count: configuration.thresholds.segmentMinutes)
  }
}
