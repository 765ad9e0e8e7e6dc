/// The values of the variables that are filled in when a ping is made. A variable without a value is empty.
struct PingValues: Sendable {
  private var named: [PingVariable.Name: String] = [:]
  /// The metadata of the asset, for variables such as `custom.KEY`.
  private var custom: [String: String] = [:]

  subscript(name: PingVariable.Name) -> String {
    get { named[name] ?? "" }
    set { named[name] = newValue }
  }

  subscript(variable: PingVariable) -> String {
    switch variable {
    case .custom(let key): custom[key] ?? ""
    case .named(let name): self[name]
    }
  }

  // MARK: - First-party id

  /// Sets the variables of the first-party id, or empties them if `id` is nil. `emmTime` is the
  /// time of the last request to the cross-domain service, in Unix seconds.
  mutating func set(_ id: FirstPartyID?, emmTime: Int64? = nil) {
    self[.fpId] = id?.text ?? ""
    self[.fpCreated] = id.map { DecimalTime.tenDigits($0.created) } ?? ""
    self[.fpAccessed] = id.map { DecimalTime.tenDigits($0.accessed) } ?? ""
    self[.fpEmm] = id == nil ? "" : emmTime.map(DecimalTime.tenDigits) ?? ""
  }

  // MARK: - Metadata

  /// The variables that copy a metadata value unchanged, except that `adobeId` can be hidden.
  private static let plain: [(name: PingVariable.Name, key: String)] = [
    (.title, "title"), (.program, "program"), (.length, "length"), (.airDate, "airdate"),
    (.crossId1, "crossId1"), (.crossId2, "crossId2"), (.genre, "progen"), (.hasAds, "hasAds"),
    (.pipMode, "pipMode"), (.adobeId, "adobeId"), (.adobeSuite, "reportSuite"),
    (.adobeSession, "adobeVsid"),
  ]

  /// Sets the variables that depend on the metadata, including values that an ad inherits.
  /// `channelMediaURL` is the media URL that was passed to `play`.
  mutating func set(
    metadata: [String: String],
    channelMediaURL: String,
    defaults: EngineConfiguration.Defaults,
    showsIDs: Bool
  ) {
    custom = metadata
    for (name, key) in Self.plain { self[name] = metadata[key] ?? "" }
    if !showsIDs { self[.adobeId] = "" }
    let filled: [(name: PingVariable.Name, key: String, standard: String)] = [
      (.asn, "section", defaults.assetName), (.section, "section", defaults.assetName),
      (.segA, "segA", defaults.segment), (.segB, "segB", defaults.segment),
      (.segC, "segC", defaults.segment), (.isLive, "isLive", "false"),
      (.mediaUrl, "mediaURL", channelMediaURL),
    ]
    for (name, key, standard) in filled {
      self[name] = metadata[key].flatMap { $0.isBlank ? nil : $0 } ?? standard
    }
    let isFullEpisode = metadata["isfullepisode"].map(Asset.isFullEpisode) ?? false
    self[.fullEpisode] = isFullEpisode ? "y" : "n"
    let loadType = metadata["adloadtype"] ?? ""
    self[.adLoadType] = Asset.loadTypes.contains(loadType) ? loadType : ""
  }
}

struct ClientIdentity: Sendable, Equatable {
  var id: String
  var subBrand: String
}

enum PingVariable: Hashable, Sendable {
  /// A variable defined by the engine.
  case named(Name)
  /// `custom.KEY`: the metadata value with this key.
  case custom(String)

  /// The variables defined by the engine. The raw value is the spelling in templates.
  enum Name: String, CaseIterable, Sendable {
    // Client and app.
    case ci, vcid, appId, appName, appVersion, bundleId, country, dma, pluginVersion, playerVersion
    // Identities.
    case fpId, fpCreated, fpAccessed, fpEmm, vendorId, deviceId, nuid, sessionId
    case viewingSessionId, playerId, categoryId
    // Engine and device.
    case sdkVersion, buildVersion, osVersion, osGroup, deviceGroup, platform, phoneType, deviceName
    case diagnostics
    // Login ids.
    case hemSHA256 = "hem.sha256"
    case hemSHA1 = "hem.sha1"
    case hemMD5 = "hem.md5"
    case hemUnknown = "hem.unknown"
    case hemUID2 = "hem.uid2"
    case hemUID2Token = "hem.uid2Token"
    case hemLUID = "hem.luid"
    // Playback and credits.
    case ca, cr, action, davty, timeSpent, forward, aggregate, resourceType, channelName
    case assetId, stationId, id3Data, id3Tag, h33, optOut, ottStatus, ottType
    // DCR: the asset, from its metadata.
    case ch, asn, section, title, program, length, airDate, fullEpisode, adLoadType
    case segA, segB, segC, crossId1, crossId2, crossId3, genre, hasAds, isLive, pipMode, mediaUrl
    case adobeId, adobeSuite, adobeSession
    // DCR: other values.
    case accessMethod, streamType, startTime, adSeconds, adCount, eventData, crashed
    case latitude, longitude, siteUrl
    // Times.
    case createTime, sendTime, rnd
    // Errors.
    case errorMessage, errorProduct
    // Filled in by the receiving server.
    case dataDate, hourCode, weekday, nodeTime, logTime
  }

  /// Reads the text between the braces of a template; nil for an unknown variable.
  init?(_ text: String) {
    if let name = Name(rawValue: text) {
      self = .named(name)
    } else if text.hasPrefix("custom."), text.utf8.count > 7 {
      self = .custom(String(text.dropFirst(7)))
    } else {
      return nil
    }
  }

  /// The variable as it is written in templates.
  var spelling: String {
    switch self {
    case .named(let name): name.rawValue
    case .custom(let key): "custom.\(key)"
    }
  }
}
