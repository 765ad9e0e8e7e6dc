import Testing

@testable import Conformance
@testable import TimedMetadata

/// A synthetic presentation of DASH, as the reader delivers it: segments of six seconds with a tag each.
enum MadeManifest {
  /// AOM's scheme without a value, as tags of `MadeTag.inMessage` have it.
  static let aomedia = DeclaredEventStream(scheme: EventScheme.aomedia, value: "")

  /// A set of the video in one Period.
  static func set(
    _ period: String = "1",
    name: String = "video/1",
    declares declared: Set<DeclaredEventStream> = [aomedia],
    continues: Bool = false
  ) -> ManifestSet {
    ManifestSet(name: name, period: period, declaredEvents: declared, continuesPeriod: continues)
  }

  /// A tag of a set, at a time.
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

  /// Segment `number` of a set.
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
  /// The summary of a manifest of DASH with these renditions.
  static func manifest(_ names: [String] = ["video/1/a"], isLive: Bool = false) -> InputSummary {
    var summary = playlist(names.map { RenditionSummary.made($0, tags: 1) })
    summary.media = [.fragmentedMP4]
    summary.playlist = PlaylistSummary(isLive: isLive)
    summary.playlist?.format = .dash
    return summary
  }
}
