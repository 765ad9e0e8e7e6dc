/// The values of the variables that may differ from ping to ping of one engine instance.
struct PingValues: Sendable {
  var client = ClientIdentity(id: "", subBrand: "")
  var firstPartyID: FirstPartyID?
  var createTime = ""
  var rnd = ""

  var contentAsset = ""
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
  var crashed = ""
  /// The metadata of the active asset, for `custom.KEY`.
  var metadata: [String: String] = [:]

  /// Whether a variable can differ from ping to ping.
  static func isOpen(_ variable: PingVariable) -> Bool {
    switch variable {
    case .custom:
      return true
    case .named(let name):
      switch name {
      case .ci, .vcid, .fpId, .fpCreated, .fpAccessed, .createTime, .sendTime, .rnd, .ca, .cr,
        .action, .davty, .timeSpent, .forward, .aggregate, .channelName, .id3Data, .id3Tag,
        .assetId, .errorMessage, .errorProduct,
        .crashed:
        return true
      default:
        return false
      }
    }
  }

  subscript(variable: PingVariable) -> String {
    switch variable {
    case .custom(let key): metadata[key] ?? ""
    case .named(let name): self[name]
    }
  }

  private subscript(name: PingVariable.Name) -> String {
    switch name {
    case .ci: client.id
    case .vcid: client.subBrand
    case .fpId: firstPartyID?.text ?? ""
    case .fpCreated: firstPartyID.map { DecimalTime.tenDigits($0.created) } ?? ""
    case .fpAccessed: firstPartyID.map { DecimalTime.tenDigits($0.accessed) } ?? ""
    // A ping that is printed is taken as sent at once.
    case .createTime, .sendTime: createTime
    case .rnd: rnd
    case .ca: contentAsset
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
    case .crashed: crashed
    default: ""
    }
  }
}

/// The client id and the sub-brand a ping is made for.
struct ClientIdentity: Sendable, Equatable {
  var id: String
  var subBrand: String
}
