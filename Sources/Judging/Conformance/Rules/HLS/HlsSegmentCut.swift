import TimedMetadata

struct HlsSegmentCut: Rule {
  static let id: RuleID = "hls-segment-cut"
  static let title = "Segment is cut off"
  static let text = """
    A segment holds media up to the start of the next one.

    A segment that was truncated on its way into storage lacks the rest of its audio, video and
    tags, although the playlist and the clock of the next segment continue as if it were complete.
    If most segments of a rendition are short from the start of the stream, the packager made them
    that way, and they are not reported. The last segment is not judged, because no segment follows
    and EXTINF is rounded. A segment that ends within an MP4 box is always truncated.
    """
  static let limit = Threshold("limit", 1, "s")
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.hlsPlaylist],
    thresholds: [limit],
    listsEach: true,
    repairedBy: .server,
    remedy: "Compare the size of the segment at the packager with its size at the origin.",
    source: "RFC 8216, 3; this tool's own limit"
  )

  private struct Short: Sendable {
    var segment: SegmentReport
    var span: Double
    var missing: Double
  }

  /// The segments of a rendition that were compared with EXTINF.
  private struct Known: Sendable {
    /// The number of segments that are as long as listed, within the limit.
    var whole = 0
    /// The most media, in seconds, that any of the whole segments lacks.
    var mostMissing = 0.0
    /// The first segments that lack more media than the limit.
    var short: [Short] = []
    var shortCount = 0
    /// Whether whole segments were in a clear majority when a short segment arrived. If so, that
    /// segment and later short ones were cut.
    var isMadeWhole = false
  }

  private let limit: Double
  private var pairs = SegmentPairs()
  private var known: [String?: Known] = [:]
  private var renditions: [String?] = []
  /// Notes about segments that end within a box, until the report of the segment arrives.
  private var cutBoxes: [StreamNote] = []

  /// The maximum number of stored notes, and of stored short segments of a rendition.
  private static let maximumShort = FindingLog.maximumFindings
  /// Short segments are reported at once if whole segments outnumber them by this factor.
  private static let clearMajority = 3

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id == .endsWithinBox, note.segment != nil,
      cutBoxes.count < Self.maximumShort
    else { return }
    cutBoxes.append(note)
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    if let index = cutBoxes.firstIndex(where: {
      $0.rendition == segment.rendition && $0.segment == segment.uri
    }) {
      let note = cutBoxes.remove(at: index)
      // The rule `hls-segment-missing` reports segments that did not arrive completely.
      if segment.isComplete { log.add(Self.cut(note), at: Place(note)) }
      return
    }
    guard let before = pairs.receive(segment) else { return }
    // If the clock continues as listed, the missing media was lost.
    guard let distance = before.distance(to: segment),
      Self.isAsListed(distance, before, limit)
    else { return }
    judge(before, &log)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for note in cutBoxes { log.add(Self.cut(note), at: Place(note)) }
    for rendition in renditions {
      guard let known = known[rendition], known.shortCount <= known.whole else { continue }
      for short in known.short where short.missing - known.mostMissing > limit {
        log.add(Self.cut(short), at: Place(short.segment))
      }
    }
    return .assessed
  }

  private mutating func judge(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let span = segment.span else { return }
    let missing = segment.duration - span
    if known[segment.rendition] == nil { renditions.append(segment.rendition) }
    var all = known[segment.rendition] ?? Known()
    if missing <= limit {
      all.whole += 1
      all.mostMissing = max(all.mostMissing, missing)
    } else {
      all.shortCount += 1
      let short = Short(segment: segment, span: span, missing: missing)
      if all.shortCount * Self.clearMajority <= all.whole { all.isMadeWhole = true }
      if all.isMadeWhole {
        if missing - all.mostMissing > limit { log.add(Self.cut(short), at: Place(segment)) }
      } else if all.short.count < Self.maximumShort {
        all.short.append(short)
      }
    }
    known[segment.rendition] = all
  }

  /// Whether the next segment starts as listed. `distance` and `limit` are in seconds.
  static func isAsListed(_ distance: Double, _ segment: SegmentReport, _ limit: Double) -> Bool {
    abs(distance - segment.duration) <= limit
  }
}

extension HlsSegmentCut {
  private static func cut(_ note: StreamNote) -> String {
    "segment \(note.segment ?? "") \(note.detail); tags in the missing part are lost"
  }

  private static func cut(_ short: Short) -> String {
    "segment \(short.segment.uri) is cut short: it holds \(Words.seconds(short.span)) of "
      + "\(Words.seconds(short.segment.duration)); tags in the missing part are lost"
  }
}
