import Testing

@testable import Conformance
@testable import TimedMetadata

/// A synthetic DASH presentation as delivered by the reader: segments of 6 s with one tag each.
enum MadeManifest {
  /// AOM's scheme without a value, as in tags of `MadeTag.inMessage`.
  static let aomedia = DeclaredEventStream(scheme: EventScheme.aomedia, value: "")

  /// The video AdaptationSet in one Period.
  static func set(
    _ period: String = "1",
    name: String = "video/1",
    declares declared: Set<DeclaredEventStream> = [aomedia],
    continues: Bool = false
  ) -> ManifestSet {
    ManifestSet(name: name, period: period, declaredEvents: declared, continuesPeriod: continues)
  }

  /// A tag in an AdaptationSet, at a presentation time in seconds.
  static func tag(
    at time: Double,
    in set: ManifestSet? = set(),
    rendition: String = "video/1/a",
    message: (inout EventMessage) -> Void = { _ in }
  ) throws -> TimedMetadataEvent {
    try MadeTag.inMessage(
      time: time,
      tag: { ($0.manifestSet, $0.rendition) = (set, rendition) },
      message: message
    )
  }

  /// Segment `number` of an AdaptationSet.
  static func segment(
    _ number: Int,
    of set: ManifestSet? = set(),
    rendition: String = "video/1/a",
    change: (inout SegmentReport) -> Void = { _ in }
  ) -> TimedMetadataEvent {
    MadeSegment.of(number, rendition: rendition) { segment in
      (segment.media, segment.tables) = (.fragmentedMP4, nil)
      segment.manifestSet = set
      change(&segment)
    }
  }
}

extension InputSummary {
  /// The summary of a DASH manifest with these renditions.
  static func manifest(_ names: [String] = ["video/1/a"], isLive: Bool = false) -> InputSummary {
    var summary = playlist(names.map { RenditionSummary.made($0, tags: 1) })
    summary.media = [.fragmentedMP4]
    summary.playlist = PlaylistSummary(isLive: isLive)
    summary.playlist?.format = .dash
    return summary
  }
}
