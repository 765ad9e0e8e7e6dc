/// The values of the variables that may differ from ping to ping of one engine instance.
struct PingValues: Sendable {
  var client = ClientIdentity(id: "", subBrand: "")
  var firstPartyID: FirstPartyID?
  /// When the cross-domain service was asked, in Unix seconds.
  var emmTime: Int64?
  var createTime = ""
  var sendTime = ""
  var rnd = ""

  /// The `FD_` or `PC_` and the content id of a DTVR ping; else `ca` is made of client and asset.
  var contentAsset = ""
  /// The end of `ch`: `P`, or the section of a page and `S`.
  var channelSuffix = ""
  var credit = ""
  var action = ""
  var activity = ""
  var timeSpent = ""
  var forward = ""
  var aggregate = ""
  var channelName = ""
  var payloads = ""
  var assetID = ""
  var errorMessage = ""
  var errorProduct = ""
  var ottStatus = ""
  var ottType = ""
  var viewingSessionID = ""
  var resourceType = "video"
  var stationID = ""
  var streamType = ""
  var startTime = ""
  var adSeconds = ""
  var adCount = ""
  var eventData = ""
  var crashed = ""
  /// The values from the metadata of the asset.
  var metadata = MetadataValues()

  /// Whether a variable can differ from ping to ping.
  static func isOpen(_ variable: PingVariable) -> Bool {
    switch variable {
    case .custom: true
    case .named(let name): openNames.contains(name)
    }
  }

  private static let openNames: Set<PingVariable.Name> = [
    .ci, .vcid, .ch, .fpId, .fpCreated, .fpAccessed, .fpEmm, .createTime, .sendTime, .rnd, .ca,
    .cr, .resourceType, .stationId, .action, .davty, .timeSpent, .forward, .aggregate, .channelName,
    .id3Data, .id3Tag,
    .assetId, .errorMessage, .errorProduct, .ottStatus, .ottType, .viewingSessionId, .streamType,
    .startTime, .adSeconds, .adCount, .eventData, .crashed, .asn, .section, .title, .program,
    .length, .airDate, .fullEpisode, .adLoadType, .segA, .segB, .segC, .crossId1, .crossId2,
    .genre, .hasAds, .isLive, .pipMode, .mediaUrl, .adobeId, .adobeSuite, .adobeSession,
  ]

  subscript(variable: PingVariable) -> String {
    switch variable {
    case .custom(let key): metadata.custom(key)
    case .named(let name): self[name]
    }
  }

  private subscript(name: PingVariable.Name) -> String {
    switch name {
    case .ci: client.id
    case .vcid: client.subBrand
    case .ch: "\(client.id)_\(client.subBrand)_\(channelSuffix)"
    case .ca: contentAsset.isEmpty ? "\(client.id)_\(client.subBrand)_\(assetID)" : contentAsset
    case .fpId: firstPartyID?.text ?? ""
    case .fpCreated: firstPartyID.map { DecimalTime.tenDigits($0.created) } ?? ""
    case .fpAccessed: firstPartyID.map { DecimalTime.tenDigits($0.accessed) } ?? ""
    case .fpEmm: firstPartyID.flatMap { _ in emmTime.map(DecimalTime.tenDigits) } ?? ""
    case .createTime: createTime
    case .sendTime: sendTime
    case .rnd: rnd
    case .cr: credit
    case .action: action
    case .davty: activity
    case .timeSpent: timeSpent
    case .forward: forward
    case .aggregate: aggregate
    case .channelName: channelName
    case .id3Data, .id3Tag: payloads
    case .assetId: assetID
    case .errorMessage: errorMessage
    case .errorProduct: errorProduct
    default: dcrValue(of: name) ?? metadata.value(of: name) ?? ""
    }
  }

  private func dcrValue(of name: PingVariable.Name) -> String? {
    switch name {
    case .ottStatus: ottStatus
    case .ottType: ottType
    case .viewingSessionId: viewingSessionID
    case .streamType: streamType
    case .resourceType: resourceType
    case .stationId: stationID
    case .startTime: startTime
    case .adSeconds: adSeconds
    case .adCount: adCount
    case .eventData: eventData
    case .crashed: crashed
    default: nil
    }
  }
}

/// The client id and the sub-brand a ping is made for.
struct ClientIdentity: Sendable, Equatable {
  var id: String
  var subBrand: String
}
