/// Makes pings: the templates of an engine, and what is the same in all of them. Times are milliseconds.
struct PingMaker: Sendable {
  /// The subject of a ping.
  struct Subject: Sendable {
    /// The played asset, or the page; nil: none.
    var asset: Asset?
    /// Where the media is, as `play` says; empty when it does not.
    var mediaURL: String
    /// The content session that is measured; empty when there is none.
    var viewingSessionID: String
    /// On which device the stream is played.
    var ott: OTTInfo
    /// Whether ids of the user and of the device are shown.
    var showsIDs: Bool
  }

  /// The result of making a ping.
  enum Made: Sendable {
    /// `isLong`: its URL is longer than the limit.
    case ping(Ping, isLong: Bool)
    /// This parameter is empty and must not be.
    case missing(parameter: String)
  }

  private var templates = PingTemplateSet()
  private var standardClient: ClientIdentity
  private var lastRnd: Int64 = 0
  /// Whether the pings only show what a close would make.
  var isMakingCheckpoint = false

  init(_ configuration: EngineConfiguration, _ appInfo: AppInfo) {
    standardClient = Self.client(configuration, appInfo)
  }

  private static func client(
    _ configuration: EngineConfiguration,
    _ appInfo: AppInfo
  ) -> ClientIdentity {
    ClientIdentity(
      id: appInfo.client ?? configuration.client.ci,
      subBrand: appInfo.subBrand ?? configuration.client.vcid
    )
  }

  /// Reads the templates of a configuration. A product without a usable template is switched off in it, with
  /// one of `problems`. Until ``fill(_:)`` no ping is made.
  ///
  /// - Throws: ``EngineConfigurationError`` when a template cannot be read.
  mutating func prepare(
    _ configuration: inout EngineConfiguration,
    _ appInfo: AppInfo,
    sessionID: String,
    problems: inout [EngineProblem]
  ) throws(EngineConfigurationError) {
    templates = try PingTemplateSet(
      &configuration,
      facility: appInfo.facility ?? configuration.client.sfcode,
      sessionID: sessionID,
      problems: &problems
    )
    standardClient = Self.client(configuration, appInfo)
  }

  /// Fills in everything that stays the same from now on.
  mutating func fill(_ constants: PingConstants) { templates.fill(constants.value(of:)) }

  /// Whether this ping is made at all.
  func makes(_ name: PingName) -> Bool { templates[name] != nil }

  /// Makes one ping of the values given and those that every ping has.
  /// - Parameters:
  ///   - name: The ping.
  ///   - type: Its type.
  ///   - given: The values that only this ping has.
  ///   - subject: The subject of the ping.
  ///   - configuration: The configuration in force.
  ///   - times: When the call was made, and when its pings are sent.
  /// - Returns: The ping, or why there is none; nil when it is switched off.
  mutating func make(
    _ name: PingName,
    type: Ping.Kind,
    _ given: PingValues,
    about subject: Subject,
    _ configuration: EngineConfiguration,
    times: (created: Int64, sent: Int64)
  ) -> Made? {
    guard let template = templates[name] else { return nil }
    let (createTime, sendTime) = (times.created / 1000, times.sent / 1000)
    // Every ping has another, also when the clock does not advance.
    lastRnd = max(times.created, lastRnd + 1)
    var values = given
    fill(&values, about: subject, configuration)
    values.crashed = isMakingCheckpoint ? "1" : ""
    values.createTime = DecimalTime.tenDigits(createTime)
    values.sendTime = DecimalTime.tenDigits(sendTime)
    values.rnd = DecimalTime.thirteenDigits(lastRnd)
    if let missing = template.missingParameter(values) { return .missing(parameter: missing) }
    let isLong = name != .id3 && template.urlLength(values) > configuration.limits.urlLength
    let ping = Ping(
      product: name.product,
      type: type,
      createTime: createTime,
      sendTime: sendTime,
      content: PingContent(template: template, values: values)
    )
    return .ping(ping, isLong: isLong)
  }

  /// Fills in what the metadata and the screen say.
  private func fill(
    _ values: inout PingValues,
    about subject: Subject,
    _ configuration: EngineConfiguration
  ) {
    let asset = subject.asset
    values.client = asset?.client(standard: standardClient) ?? standardClient
    values.assetID = asset?.pingID ?? ""
    if configuration.products.audio, asset?.kind == .radio {
      values.resourceType = "audio"
      values.stationID = values.assetID
    }
    values.metadata = MetadataValues(
      values: asset?.values ?? [:],
      channelMediaURL: subject.mediaURL,
      assetName: configuration.defaults.assetName,
      segment: configuration.defaults.segment,
      isWithoutIDs: !subject.showsIDs
    )
    if values.viewingSessionID.isEmpty, asset?.kind != .page {
      values.viewingSessionID = subject.viewingSessionID
    }
    guard subject.ott.isConnected else { return }
    (values.ottStatus, values.ottType) = ("1", subject.ott.type)
  }
}
