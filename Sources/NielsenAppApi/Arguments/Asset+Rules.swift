extension Asset.Kind {
  /// The kind that metadata of `type` is about; nil when the type is missing or unknown.
  init?(type: String?) {
    switch type {
    case "content": self = .content
    case "preroll", "midroll", "postroll", "ad": self = .ad
    case "static": self = .page
    case "radio": self = .radio
    default: return nil
    }
  }
}

extension Asset {
  /// The longest program name that is not mentioned in the log, in characters.
  private static let programLimit = 25
  /// The longest title that is not mentioned in the log, in characters.
  private static let titleLimit = 40

  /// The warnings about `object` where it differs from the advice of the documents; its values are used as
  /// they are unless the text states otherwise.
  static func warnings(of object: ArgumentObject, kind: Kind) -> [String] {
    var warnings: [String] = []
    func check(_ key: String, _ advice: String, _ isFine: (String) -> Bool) {
      guard let value = object[key], !isFine(value) else { return }
      warnings.append("'\(key)' \(advice)")
    }
    let loadTypes = MetadataValues.loadTypes
    check("adModel", "may be 1 or 2: 0 is used", loadTypes.contains)
    check("adloadtype", "may be 1 or 2: it is left blank", loadTypes.contains)
    check("program", "is longer than \(programLimit) characters") { $0.count <= programLimit }
    check("title", "is longer than \(titleLimit) characters") { $0.count <= titleLimit }
    check("length", "is not a number of whole seconds") { isNumber($0) }
    check("airdate", "is not like 20240131 or 20240131 21:00:00") { isAirDate($0) }
    check("hasAds", "may be 0, 1 or 2") { ["0", "1", "2"].contains($0) }
    check("dataSrc", "may be cms or id3: it has no effect") { ["cms", "id3"].contains($0) }
    check("isfullepisode", "may be y, lf, true or 1, and n, sf, false or 0: n is used") {
      ["y", "lf", "true", "1", "n", "sf", "false", "0"].contains($0.lowercased())
    }
    return warnings
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
  }

  /// `YYYYMMDD` or `YYYYMMDD HH:MM:SS`.
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
