import TimedMetadata

struct HlsSegmentMedia: Rule {
  static let id: RuleID = "hls-segment-media"
  static let title = "Segment of another kind of media"
  static let text = """
    The segments of a rendition contain one kind of media, unless EXT-X-DISCONTINUITY declares a
    change.

    A player that started with one container does not expect another: it skips the segment or stops,
    and the tags in the segment are lost.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.playlist],
    listsEach: true,
    remedy:
      "Check which file the server has for this segment: the packager may have mixed renditions.",
    source: "RFC 8216, 4.3.2.3"
  )

  private struct Known: Sendable {
    var count = 0
    var segments: [Segment] = []
  }

  /// The URI and the start times of a segment.
  private struct Segment: Sendable {
    var uri: String
    var start: Double?
    var wallClock: Double?

    init(_ report: SegmentReport) {
      uri = report.uri
      start = report.start
      wallClock = report.wallClock
    }

    func place(in rendition: String?) -> Place {
      Place(time: start, wallClock: wallClock, rendition: rendition, segment: uri)
    }
  }

  private struct Latest: Sendable {
    var media: MediaKind
    var mediaSequence: Int
  }

  private var kinds: [String?: [MediaKind: Known]] = [:]
  private var latest: [String?: Latest] = [:]
  private var renditions: [String?] = []
  /// The renditions whose kind of media changes without a declaration.
  private var undeclared: Set<String?> = []
  /// The renditions with segments that were reported before the end.
  private var reported: Set<String?> = []

  private static let maximumRenditions = 1024
  /// Segments of another kind are reported at once if segments of the usual kind outnumber them by this factor.
  private static let clearMajority = 3

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let media = segment.media else { return }
    let before = latest[segment.rendition]
    if before == nil {
      guard latest.count < Self.maximumRenditions else { return }
      renditions.append(segment.rendition)
    }
    latest[segment.rendition] = Latest(media: media, mediaSequence: segment.mediaSequence)
    if let before, before.media != media, !segment.isDiscontinuity,
      before.mediaSequence + 1 == segment.mediaSequence
    {
      undeclared.insert(segment.rendition)
    }
    var known = kinds[segment.rendition]?[media] ?? Known()
    known.count += 1
    if undeclared.contains(segment.rendition), let usual = usualKind(of: segment.rendition),
      usual.kind != media, usual.count >= known.count * Self.clearMajority
    {
      let earlier = reported.insert(segment.rendition).inserted ? known.segments : []
      for other in earlier + [Segment(segment)] {
        let place = other.place(in: segment.rendition)
        log.add(Self.other(other.uri, media, usual: usual.kind), at: place)
      }
    }
    if known.segments.count < FindingLog.maximumFindings {
      known.segments.append(Segment(segment))
    }
    kinds[segment.rendition, default: [:]][media] = known
  }

  private func usualKind(of rendition: String?) -> (kind: MediaKind, count: Int)? {
    (kinds[rendition] ?? [:]).max { $0.value.count < $1.value.count }
      .map { ($0.key, $0.value.count) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for rendition in renditions.filter({ undeclared.contains($0) && !reported.contains($0) }) {
      let kinds = (kinds[rendition] ?? [:]).sorted { left, right in
        (left.value.count, right.key.rawValue) > (right.value.count, left.key.rawValue)
      }
      guard let usual = kinds.first?.key else { continue }
      for (kind, known) in kinds.dropFirst() {
        for segment in known.segments {
          log.add(Self.other(segment.uri, kind, usual: usual), at: segment.place(in: rendition))
        }
      }
    }
    return .assessed
  }
}

extension HlsSegmentMedia {
  static func other(_ uri: String, _ kind: MediaKind, usual: MediaKind) -> String {
    "segment \(uri) is \(kind.name), but the others are \(usual.pluralName)"
  }
}

extension MediaKind {
  fileprivate var name: String {
    switch self {
    case .transportStream: "a transport stream"
    case .fragmentedMP4: "fragmented MP4"
    case .packedAudio: "packed audio"
    case .text: "text"
    }
  }

  fileprivate var pluralName: String {
    self == .transportStream ? "transport streams" : name
  }
}
