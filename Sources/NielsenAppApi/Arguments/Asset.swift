/// What `loadMetadata` says is played from now on.
struct Asset: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case content
    case ad
    case radio
  }

  /// What the metadata is about.
  enum Metadata: Sendable, Equatable {
    case asset(Asset)
    /// A page, not a stream: no DTVR.
    case staticView
  }

  var kind: Kind
  /// The asset id; nil when it is absent or blank.
  var id: String?
  /// Whether an asset id was given and is blank.
  var isIDBlank = false
  /// All values by key; those of the content that an ad inherits included.
  var values: [String: String]
  /// Remarks for the log.
  var warnings: [String] = []

  private static let knownKeys = [
    "type", "assetid", "program", "title", "length", "airdate", "isfullepisode", "adloadtype",
    "adModel", "segA", "segB", "segC", "crossId1", "crossId2", "progen", "hasAds", "isLive",
    "pipMode", "mediaURL", "section", "adobeId", "adobeVsid", "reportSuite", "clientid",
    "subbrand", "vcid", "dataSrc", "ocrtag",
  ]
  /// An ad never shows these of its content.
  private static let notInherited: Set<String> = [
    "type", "assetid", "title", "length", "isfullepisode",
  ]
  private static let adModels: Set<String> = ["1", "2"]

  /// Content of which nothing is known: what is played before any metadata.
  static let unknownContent = Asset(kind: .content, id: nil, values: [:])

  /// Reads metadata.
  ///
  /// - Throws: ``EngineProblem`` with code 2.
  static func metadata(_ argument: Any) throws(EngineProblem) -> Metadata {
    guard let object = ArgumentObject(argument, knownKeys: knownKeys) else {
      throw EngineProblem(
        .failedParseMetadata,
        "loadMetadata: the metadata is neither a dictionary nor a JSON object: pass one"
      )
    }
    let kind: Kind
    switch object["type"] {
    case "content": kind = .content
    case "preroll", "midroll", "postroll", "ad": kind = .ad
    case "radio": kind = .radio
    case "static":
      guard object.filled("section") != nil else {
        throw EngineProblem(
          .failedParseMetadata,
          "loadMetadata: static metadata has no 'section': pass one"
        )
      }
      return .staticView
    default:
      throw EngineProblem(
        .failedParseMetadata,
        "loadMetadata: 'type' is missing or unknown: pass content, preroll, midroll, postroll, "
          + "ad, static or radio"
      )
    }
    var asset = Asset(kind: kind, id: object.filled("assetid"), values: object.values)
    asset.isIDBlank = object["assetid"]?.isBlank ?? false
    asset.warnings = object.warnings
    if let model = object["adModel"], !adModels.contains(model) {
      asset.warnings.append("'adModel' may be 1 or 2: 0 is used")
    }
    return .asset(asset)
  }

  /// The same ad with what it inherits from `content`.
  func inheriting(from content: Asset) -> Asset {
    var ad = self
    for (key, value) in content.values
    where !Self.notInherited.contains(key) && ad.values[key] == nil {
      ad.values[key] = value
    }
    return ad
  }

  /// Whether `other` names the same thing. Two assets without id do.
  func isSame(as other: Asset) -> Bool {
    (kind == .ad) == (other.kind == .ad) && id == other.id
  }

  /// The ad model of DTVR.
  func adModel(default unknown: String) -> String {
    if let model = values["adModel"] { return Self.adModels.contains(model) ? model : unknown }
    let loadType = values["adloadtype"] ?? ""
    return Self.adModels.contains(loadType) ? loadType : unknown
  }

  /// The client id and sub-brand: own, else those of `standard`.
  func client(standard: ClientIdentity) -> ClientIdentity {
    ClientIdentity(
      id: values["clientid"] ?? standard.id,
      subBrand: values["subbrand"] ?? values["vcid"] ?? standard.subBrand
    )
  }
}
