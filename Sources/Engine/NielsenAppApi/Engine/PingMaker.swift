/// Makes pings from the templates of an engine and the values that all pings share. Times are in milliseconds.
struct PingMaker: Sendable {
  struct Subject: Sendable {
    /// The asset or page that the ping is about; nil if there is none.
    var asset: Asset?
    /// The URL of the media that was passed to `play`; empty if no URL was passed.
    var mediaURL: String
    /// The id of the content session being measured; empty if nothing is measured.
    var viewingSessionID: String
    var ott: OTTInfo
    var showsIDs: Bool
  }

  enum Made: Sendable {
    /// A ping. `isLong`: its URL may exceed the limit; false for ID3 pings.
    case ping(Ping, isLong: Bool)
    /// No ping, because the required parameter is empty.
    case missing(parameter: String)
  }

  private struct Prepared {
    var entries: [PingTemplateEntry]
    var endpoint: Endpoint
  }

  private var prepared: [PingName: Prepared] = [:]
  private var templates: [PingName: CompiledPingTemplate] = [:]
  /// The client for assets whose metadata has no client.
  private var client = ClientIdentity(id: "", subBrand: "")
  private var lastRnd: Int64 = 0
  /// Whether the pings are made for a checkpoint, to preview the pings of a close.
  var isMakingCheckpoint = false

  // MARK: - Templates

  /// Prepares the templates of all enabled products. A product without a template or without a valid endpoint is
  /// switched off in `configuration`. No ping is made before ``fill(_:)`` is called.
  ///
  /// - Returns: The reasons why products were switched off.
  mutating func prepare(
    _ configuration: inout EngineConfiguration,
    _ appInfo: AppInfo,
    sessionID: String
  ) -> [EngineProblem] {
    (prepared, templates) = ([:], [:])
    client = ClientIdentity(
      id: appInfo.client ?? configuration.client.ci,
      subBrand: appInfo.subBrand ?? configuration.client.vcid
    )
    var problems: [EngineProblem] = []
    for name in PingName.allCases where configuration.products[keyPath: name.isEnabled] {
      let template = configuration.pings[name.rawValue]
      var entries = template?.entries
      if name == .dcr, configuration.products.audio { entries = entries.map(Self.withStation) }
      let endpoint = template.flatMap { configuration.endpoints[$0.endpoint] }.flatMap {
        Endpoint(
          $0,
          host: configuration.host,
          facility: appInfo.facility ?? configuration.client.sfcode,
          sessionID: sessionID
        )
      }
      if let entries, let endpoint {
        prepared[name] = Prepared(entries: entries, endpoint: endpoint)
        continue
      }
      configuration.products[keyPath: name.isEnabled] = false
      let reason =
        template.map { "the endpoint '\($0.endpoint)' is missing or not valid" }
        ?? "the configuration has no template"
      problems.append(
        EngineProblem(
          .failedStartProcessor,
          "init: ping '\(name.rawValue)' is off: \(reason): correct the configuration",
          product: name.product
        )
      )
    }
    return problems
  }

  /// Adds the audio station, `c17`, to the entries unless they have this parameter.
  private static func withStation(_ entries: [PingTemplateEntry]) -> [PingTemplateEntry] {
    guard !entries.contains(where: { $0.name == "c17" }) else { return entries }
    var station = PingTemplateEntry(
      name: "c17",
      key: "stnid",
      source: .variable(.named(.stationId))
    )
    station.isLeftOutWhenEmpty = true
    return entries.dropLast() + [station] + entries.suffix(1)
  }

  /// Fills in the values that stay the same until this method is called again.
  mutating func fill(_ constants: [PingVariable.Name: String]) {
    templates = prepared.mapValues {
      CompiledPingTemplate(entries: $0.entries, endpoint: $0.endpoint, constants: constants)
    }
  }

  func makes(_ name: PingName) -> Bool { templates[name] != nil }

  // MARK: - Pings

  /// Makes one ping from `given`, the values of this ping only, and the values that all pings share. `times` has the
  /// time of the call and the time of sending, in milliseconds.
  /// - Returns: The ping or the missing parameter; nil when pings of this kind are switched off.
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
    // Every ping gets a different number, even when the clock does not advance.
    lastRnd = max(times.created, lastRnd + 1)
    var values = given
    fill(&values, about: subject, configuration)
    values[.crashed] = isMakingCheckpoint ? "1" : ""
    values[.createTime] = DecimalTime.tenDigits(createTime)
    values[.sendTime] = DecimalTime.tenDigits(sendTime)
    values[.rnd] = DecimalTime.thirteenDigits(lastRnd)
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

  /// Fills in the values that come from the metadata and the device.
  private func fill(
    _ values: inout PingValues,
    about subject: Subject,
    _ configuration: EngineConfiguration
  ) {
    let asset = subject.asset
    let client = asset?.client(standard: client) ?? client
    let assetID = asset?.pingID ?? ""
    let isAudio = configuration.products.audio && asset?.kind == .radio
    values[.ci] = client.id
    values[.vcid] = client.subBrand
    values[.ch] = "\(client.id)_\(client.subBrand)_\(values[.ch])"
    if values[.ca].isEmpty { values[.ca] = "\(client.id)_\(client.subBrand)_\(assetID)" }
    values[.assetId] = assetID
    values[.resourceType] = isAudio ? "audio" : "video"
    values[.stationId] = isAudio ? assetID : ""
    values.set(
      metadata: asset?.values ?? [:],
      channelMediaURL: subject.mediaURL,
      defaults: configuration.defaults,
      showsIDs: subject.showsIDs
    )
    if values[.viewingSessionId].isEmpty, asset?.kind != .page {
      values[.viewingSessionId] = subject.viewingSessionID
    }
    guard subject.ott.isConnected else { return }
    (values[.ottStatus], values[.ottType]) = ("1", subject.ott.type)
  }
}

/// The URL to which pings of one kind are sent, without parameters.
struct Endpoint: Sendable, Equatable {
  var url: String
  /// The path of the URL, beginning with a slash.
  var path: String

  /// Replaces `{host}`, `{sfcode}` and `{sessionId}` in `pattern`. Nil unless the result is an ASCII URL with a host
  /// and a path, and without `{` and `?`.
  init?(_ pattern: String, host: String, facility: String, sessionID: String = "") {
    var url = Self.fill(pattern, "{host}", host)
    url = Self.fill(Self.fill(url, "{sfcode}", facility), "{sessionId}", sessionID)
    guard let scheme = Self.range(of: "://", in: url), scheme.lowerBound > url.startIndex,
      let slash = url[scheme.upperBound...].firstIndex(of: "/"), slash > scheme.upperBound,
      url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !url.contains("{"), !url.contains("?")
    else { return nil }
    self.url = url
    path = String(url[slash...])
  }

  private static func fill(_ pattern: String, _ name: String, _ value: String) -> String {
    guard let range = range(of: name, in: pattern) else { return pattern }
    return pattern[..<range.lowerBound] + value + pattern[range.upperBound...]
  }

  private static func range(of part: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(part) {
        return start..<text.index(start, offsetBy: part.count)
      }
      start = text.index(after: start)
    }
    return nil
  }
}
