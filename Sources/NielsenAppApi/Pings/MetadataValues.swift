/// The variables of a ping that the metadata fills.
struct MetadataValues: Sendable {
  /// The metadata by key; an ad's with what it inherits.
  var values: [String: String] = [:]
  /// The media URL of the channel: metadata may give another.
  var channelMediaURL = ""
  /// Used for a missing `section`.
  var assetName = ""
  /// Used for a missing `segA`, `segB` or `segC`.
  var segment = ""
  /// Whether ids of the user are left out.
  var isWithoutIDs = false

  /// The value of `custom.KEY`.
  func custom(_ key: String) -> String { values[key] ?? "" }

  /// The value of `name`; nil when the metadata does not have it.
  func value(of name: PingVariable.Name) -> String? {
    switch name {
    case .asn, .section: filled("section") ?? assetName
    case .segA: filled("segA") ?? segment
    case .segB: filled("segB") ?? segment
    case .segC: filled("segC") ?? segment
    case .fullEpisode: Self.isFullEpisode(values["isfullepisode"]) ? "y" : "n"
    case .adLoadType: Self.loadTypes.contains(values["adloadtype"] ?? "") ? own("adloadtype") : ""
    case .isLive: filled("isLive") ?? "false"
    case .mediaUrl: filled("mediaURL") ?? channelMediaURL
    case .adobeId: isWithoutIDs ? "" : own("adobeId")
    case .adobeSuite: own("reportSuite")
    case .adobeSession: own("adobeVsid")
    case .title: own("title")
    case .program: own("program")
    case .length: own("length")
    case .airDate: own("airdate")
    case .crossId1: own("crossId1")
    case .crossId2: own("crossId2")
    case .genre: own("progen")
    case .hasAds: own("hasAds")
    case .pipMode: own("pipMode")
    default: nil
    }
  }

  /// The ways ads are loaded: 1 linear, 2 dynamic.
  static let loadTypes: Set<String> = ["1", "2"]

  /// Whether `isfullepisode` says so: `y`, `lf` (long form), `true` or `1`.
  static func isFullEpisode(_ text: String?) -> Bool {
    text.map { ["y", "lf", "true", "1"].contains($0.lowercased()) } ?? false
  }

  private func own(_ key: String) -> String { values[key] ?? "" }
  private func filled(_ key: String) -> String? {
    values[key].flatMap { $0.isBlank ? nil : $0 }
  }
}
