/// The content, ad, station or page that an app announces with `loadMetadata`.
struct Asset: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case content
    case ad
    case radio
    /// A page, not a stream: DTVR does not measure it.
    case page
  }

  var kind: Kind
  /// The asset id; nil when it is absent or blank.
  var id: String?
  var isIDBlank = false
  /// All values by key, including those that an ad inherits from its content.
  var values: [String: String]
  var warnings: [String] = []

  static let knownKeys = [
    "type", "assetid", "program", "title", "length", "airdate", "isfullepisode", "adloadtype",
    "adModel", "segA", "segB", "segC", "crossId1", "crossId2", "progen", "hasAds", "isLive",
    "pipMode", "mediaURL", "section", "adobeId", "adobeVsid", "reportSuite", "clientid",
    "subbrand", "vcid", "dataSrc", "ocrtag", "stationType", "provider",
  ]
  private static let notInherited: Set<String> = [
    "type", "assetid", "title", "length", "isfullepisode",
  ]
  /// The asset assumed before the first metadata: content without an id.
  static let unknownContent = Asset(
    kind: .content,
    id: nil,
    values: ["type": "content"]
  )

  /// Reads the metadata of a call.
  ///
  /// - Throws: ``EngineProblem`` with code 2.
  init(metadata argument: CallArgument) throws(EngineProblem) {
    guard let object = ArgumentObject(argument, knownKeys: Self.knownKeys) else {
      throw EngineProblem(
        .failedParseMetadata,
        "loadMetadata: the metadata is neither a dictionary nor a JSON object: pass one"
      )
    }
    guard let kind = Kind(type: object["type"]) else {
      throw EngineProblem(
        .failedParseMetadata,
        "loadMetadata: 'type' is missing or unknown: pass content, preroll, midroll, postroll, "
          + "ad, static or radio"
      )
    }
    guard kind != .page || object.filled("section") != nil else {
      throw EngineProblem(
        .failedParseMetadata,
        "loadMetadata: 'section' of static metadata is missing or blank: pass one"
      )
    }
    self.init(
      kind: kind,
      id: object.filled("assetid"),
      values: Self.withOneSpelling(object.values)
    )
    isIDBlank = object["assetid"]?.isBlank ?? false
    warnings = object.warnings + Self.warnings(of: object, kind: kind)
  }

  init(kind: Kind, id: String?, values: [String: String]) {
    self.kind = kind
    self.id = id
    self.values = values
  }

  /// The values with `subbrand` instead of its synonym `vcid`, so that an ad's own value always overrides the content's
  /// value.
  static func withOneSpelling(_ given: [String: String]) -> [String: String] {
    guard let subBrand = given["vcid"] else { return given }
    var values = given
    values["vcid"] = nil
    values["subbrand"] = given["subbrand"] ?? subBrand
    return values
  }

  func inheriting(from content: Asset) -> Asset {
    var ad = self
    for (key, value) in content.values
    where !Self.notInherited.contains(key) && ad.values[key] == nil {
      ad.values[key] = value
    }
    return ad
  }

  /// Whether `other` is the same asset: same type, same id (or both without an id), and for a page the same section.
  func isSame(as other: Asset) -> Bool {
    values["type"] == other.values["type"] && id == other.id
      && (kind != .page || values["section"] == other.values["section"])
  }

  /// The asset id in pings: `NA` for an ad without an id, and an empty string for other assets without an id.
  var pingID: String { id ?? (kind == .ad ? "NA" : "") }

  /// Whether DCR measures the asset as content. Programs and stations both need an id.
  func isDCRContent(withAudio measuresAudio: Bool) -> Bool {
    id != nil && (kind == .content || measuresAudio && kind == .radio)
  }

  /// The ad model that DTVR reports: `adModel` or, without it, `adloadtype`; `unknown` when that value is neither 1 nor
  /// 2.
  func adModel(default unknown: String) -> String {
    let model = values["adModel"] ?? values["adloadtype"] ?? ""
    return Self.loadTypes.contains(model) ? model : unknown
  }

  func client(standard: ClientIdentity) -> ClientIdentity {
    ClientIdentity(
      id: values["clientid"] ?? standard.id,
      subBrand: values["subbrand"] ?? standard.subBrand
    )
  }
}

extension Asset.Kind {
  init?(type: String?) {
    switch type {
    case "content": self = .content
    case let type? where CallArgument.adTypes.contains(type): self = .ad
    case "static": self = .page
    case "radio": self = .radio
    default: return nil
    }
  }
}

extension Asset {
  private static let programLimit = 25
  private static let titleLimit = 40

  /// The warnings about values of `object` that go against Nielsen's documents. The values are used unchanged unless
  /// the warning says otherwise.
  static func warnings(of object: ArgumentObject, kind: Kind) -> [String] {
    var warnings: [String] = []
    func check(_ key: String, _ advice: String, _ isFine: (String) -> Bool) {
      guard let value = object[key], !isFine(value) else { return }
      warnings.append("'\(key)' \(advice)")
    }
    check("adModel", "is neither 1 nor 2: the default is used", loadTypes.contains)
    check("adloadtype", "is neither 1 nor 2: it is left blank", loadTypes.contains)
    check("program", "is longer than \(programLimit) characters") { $0.count <= programLimit }
    check("title", "is longer than \(titleLimit) characters") { $0.count <= titleLimit }
    check("length", "is not a number of whole seconds") { isNumber($0) }
    check("airdate", "does not have the form 20240131 or 20240131 21:00:00") { isAirDate($0) }
    check("hasAds", "is not 0, 1 or 2") { ["0", "1", "2"].contains($0) }
    check("dataSrc", "is neither cms nor id3: it has no effect") { ["cms", "id3"].contains($0) }
    check("isfullepisode", "is not one of y, lf, true, 1, n, sf, false and 0: n is used") {
      isFullEpisode($0) || ["n", "sf", "false", "0"].contains($0.lowercased())
    }
    return warnings
  }

  /// The valid values of `adModel` and `adloadtype`: 1 for linear, 2 for dynamic ads.
  static let loadTypes: Set<String> = ["1", "2"]

  /// Whether this value of `isfullepisode` means a full episode: `y`, `lf` (long form), `true` or `1`.
  static func isFullEpisode(_ text: String) -> Bool {
    ["y", "lf", "true", "1"].contains(text.lowercased())
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
  }

  /// Whether `text` has the form `YYYYMMDD` or `YYYYMMDD HH:MM:SS`.
  private static func isAirDate(_ text: String) -> Bool {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let day = parts.first, parts.count <= 2, day.count == 8, isNumber(String(day)) else {
      return false
    }
    guard parts.count == 2 else { return true }
    let time = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    return time.count == 3 && time.allSatisfy { $0.count == 2 && isNumber(String($0)) }
  }
}
