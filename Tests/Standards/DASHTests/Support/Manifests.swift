import DASH

enum Manifests {
  static let address = "https://example.com/a/live.mpd?token=t"

  /// A manifest with the given attributes and content of its root element.
  static func text(_ attributes: String = "", _ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" \(attributes)>
    \(content)
    </MPD>
    """
  }

  static func read(
    _ attributes: String = "",
    _ content: String
  ) throws -> MediaPresentation {
    try MediaPresentation.parse(Array(text(attributes, content).utf8), at: address)
  }

  /// A Period with a Representation `v` of 64 kbit/s, which has this description of its segments.
  static func period(_ segments: String, _ attributes: String = "duration=\"PT20S\"") -> String {
    """
    <Period \(attributes)><AdaptationSet mimeType="video/mp4">\(segments)
    <Representation id="v" bandwidth="64000"/></AdaptationSet></Period>
    """
  }

  /// The error with which `bytes` are refused; nil if they are read.
  static func refusal(
    _ bytes: [UInt8],
    limits: ManifestLimits = ManifestLimits()
  ) -> ManifestError? {
    do throws(ManifestError) {
      _ = try MediaPresentation.parse(bytes, at: address, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}

extension MediaPresentation {
  var representations: [Representation] {
    periods.flatMap(\.adaptationSets).flatMap(\.representations)
  }

  /// The first Representation's segments as `address@seconds+duration`, with addresses below `https://example.com/a/`.
  func lines(limit: Int = 20) -> [String] {
    guard let segments = representations.first?.segments else { return [] }
    return segments.all(limit: limit).map { segment in
      let range = segment.location.range.map { range in
        "[\(range.offset)+\(range.length.map(String.init) ?? "")]"
      }
      let address = segment.location.address.replacing("https://example.com/a/", with: "")
      let duration = segment.durationSeconds.map { "+\($0)" } ?? ""
      return "\(address)\(range ?? "")@\(segment.secondsInPeriod)\(duration)"
    }
  }
}
