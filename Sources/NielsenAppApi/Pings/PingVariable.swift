/// A placeholder of a ping template.
enum PingVariable: Hashable, Sendable {
  /// A variable the engine knows.
  case named(Name)
  /// `custom.KEY`: the metadata value of that key.
  case custom(String)

  /// The variables the engine knows. The raw value is the spelling in templates.
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
    // DCR: what is played, as the metadata says.
    case ch, asn, section, title, program, length, airDate, fullEpisode, adLoadType
    case segA, segB, segC, crossId1, crossId2, crossId3, genre, hasAds, isLive, pipMode, mediaUrl
    case adobeId, adobeSuite, adobeSession
    // DCR: what was counted.
    case accessMethod, streamType, startTime, adSeconds, adCount, eventData, crashed
    case latitude, longitude, siteUrl
    // Times.
    case createTime, sendTime, rnd
    // Errors.
    case errorMessage, errorProduct
    // Filled by the receiving side.
    case dataDate, hourCode, weekday, nodeTime, logTime
  }

  /// The variable spelled `text` between the braces of a template; nil when there is none.
  init?(_ text: String) {
    if let name = Name(rawValue: text) {
      self = .named(name)
    } else if text.hasPrefix("custom."), text.utf8.count > 7 {
      self = .custom(String(text.dropFirst(7)))
    } else {
      return nil
    }
  }

  /// The text for ``init(_:)``.
  var spelling: String {
    switch self {
    case .named(let name): name.rawValue
    case .custom(let key): "custom.\(key)"
    }
  }
}
