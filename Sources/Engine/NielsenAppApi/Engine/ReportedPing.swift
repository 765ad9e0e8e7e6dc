/// A ping to be made, with the values that are specific to it.
struct ReportedPing: Sendable {
  var name: PingName
  var type: Ping.Kind
  var values = PingValues()
  /// The asset that the ping is about; nil means the asset being played.
  var asset: Asset?
}

extension ReportedPing {
  private static let presence = "4"

  init(payloads: String, channelName: String) {
    self.init(name: .id3, type: .raw)
    (values[.id3Data], values[.id3Tag]) = (payloads, payloads)
    values[.channelName] = channelName
    // Watermarks are not meant for the data provider, so the ping is not forwarded.
    values[.forward] = "0"
  }

  init(_ question: TimeShiftQuestion) {
    self.init(name: .lookup, type: .lookup)
    (values[.id3Data], values[.id3Tag]) = (question.payload, question.payload)
  }

  init(
    _ credit: DTVRReport.Credit,
    channelName: String,
    asset: Asset?,
    _ configuration: EngineConfiguration
  ) {
    self.init(name: .dtvr, type: .view)
    let defaults = configuration.defaults
    values[.ca] = "\(credit.source.rawValue)_\(credit.contentID.text)"
    values[.cr] = CreditString.make(
      credit,
      adModel: asset?.adModel(default: defaults.adModel) ?? "",
      unknownTimeShift: defaults.timeShift,
      emptyPattern: configuration.emptyPattern
    )
    values[.forward] = credit.isForwarded ? "1" : "0"
    values[.aggregate] = values[.forward]
    values[.channelName] = channelName
    switch credit.kind {
    case .impression:
      (values[.action], values[.davty], values[.timeSpent]) = ("start", "0", "0")
      type = .impression
    case .view(let segment):
      (values[.action], values[.davty]) = ("view", "1")
      values[.timeSpent] = String(segment.timeSpent)
    case .duration(let segment, let isWon, let isLast):
      (values[.action], values[.davty]) = (isWon ? "timer" : "sfview", isLast ? "2" : "1")
      values[.timeSpent] = String(segment.timeSpent)
      type = .duration
    case .quarterHour:
      (values[.action], values[.davty]) = ("view", "1")
      (name, type) = (.quarterHour, .aqh)
    }
  }

  /// Makes the ping of a DCR report at `now` (milliseconds).
  init(_ report: DCRReport, _ configuration: EngineConfiguration, now: Int64) {
    let isPage = report.asset.kind == .page
    self.init(name: isPage ? .staticView : .dcr, type: .view)
    asset = report.asset
    values[.viewingSessionId] = report.viewingSessionID
    values[.streamType] = report.asset.kind == .ad ? "a" : "c"
    values[.ch] =
      isPage ? (report.asset.values["section"] ?? "") + "_S" : "P"
    // If the clock was set back, the start time could otherwise be later than the end.
    values[.startTime] = DecimalTime.tenDigits(min(report.startTime, now / 1000))
    values[.adSeconds] = String(report.ads.seconds)
    values[.adCount] = String(report.ads.number)
    values[.eventData] = report.events
    values[.forward] = "0"
    values[.aggregate] = "1"
    let code: String
    switch report.kind {
    case .view:
      (values[.action], values[.davty], values[.timeSpent]) = ("view", "0", "0")
      code = isPage ? "V" : "V1_" + configuration.emptyPattern
    case .timer(let segment, let isLast):
      type = .timer
      (values[.action], values[.davty]) = ("timer", isLast ? "2" : "1")
      values[.timeSpent] = String(segment.timeSpent)
      code = isPage ? "D" : "D\(segment.number)_\(segment.pattern)"
    }
    let defaults = configuration.defaults
    values[.cr] =
      isPage ? code : "\(Self.presence)_\(defaults.breakout)_\(defaults.timeShift)_\(code)"
  }
}

extension EngineConfiguration {
  /// A pattern without a won minute.
  fileprivate var emptyPattern: String { String(repeating: "0", count: thresholds.segmentMinutes) }
}

/// The kinds of pings that have their own template. The raw value is the name in the configuration.
enum PingName: String, CaseIterable, Sendable {
  case session
  case dtvr
  case quarterHour = "dtvr.aqh"
  case id3
  case lookup = "tsv"
  case dcr
  case staticView = "static"
  case emm
  case error

  var product: Ping.Product {
    switch self {
    case .session: .session
    case .dtvr, .quarterHour: .dtvr
    case .id3: .id3
    case .lookup: .tsv
    case .dcr: .dcr
    case .staticView: .static
    case .emm: .emm
    case .error: .error
    }
  }

  var isEnabled: WritableKeyPath<EngineConfiguration.Products, Bool> & Sendable {
    switch self {
    case .session: \.session
    case .dtvr: \.dtvr
    case .quarterHour: \.aqh
    case .id3: \.id3
    case .lookup: \.tsv
    case .dcr: \.dcr
    case .staticView: \.static
    case .emm: \.emm
    case .error: \.error
    }
  }
}
