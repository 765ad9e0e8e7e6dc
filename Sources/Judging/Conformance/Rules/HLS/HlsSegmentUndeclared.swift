import Formats
import TimedMetadata

struct HlsSegmentUndeclared: Rule {
  static let id: RuleID = "hls-segment-undeclared"
  static let title = "Segment does not declare the ID3 PID"
  static let text = """
    Every transport stream segment of a rendition with an ID3 stream declares that stream, even if
    the segment has no tag.

    A player that starts at a segment whose PMT does not name the PID ignores the PID, and also
    misses the tags of later segments.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.transportStreamSegments],
    listsEach: true,
    remedy: "Configure the packager to keep the ID3 stream in the PMT of every segment.",
    source: "this tool's own rule"
  )

  private struct Counts: Sendable {
    var rendition: String?
    var segments = 0
    var undeclared = 0
    var first: Place?
    var hasTags = false
  }

  private var renditions: [Counts] = []

  private static let maximumRenditions = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    // The rule `hls-segment-psi` reports a missing PMT.
    guard segment.isComplete, let tables = segment.tables, tables.hasPMT else { return }
    var index = renditions.firstIndex { $0.rendition == segment.rendition }
    if index == nil, renditions.count < Self.maximumRenditions {
      index = renditions.count
      renditions.append(Counts(rendition: segment.rendition))
    }
    guard let index else { return }
    renditions[index].segments += 1
    if tables.declaresID3 || segment.nielsenTags > 0 { renditions[index].hasTags = true }
    guard !tables.declaresID3 else { return }
    renditions[index].undeclared += 1
    if renditions[index].first == nil { renditions[index].first = Place(segment) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for counts in renditions where counts.hasTags && counts.undeclared > 0 {
      log.add(
        Self.undeclared(counts.undeclared, of: counts.segments),
        at: counts.first ?? Place(rendition: counts.rendition),
        amount: counts.undeclared
      )
    }
    return .assessed
  }
}

extension HlsSegmentUndeclared {
  static func undeclared(_ count: Int, of segments: Int) -> String {
    let verb = count == 1 ? "does" : "do"
    return "\(count) of \(Decimals.counted(segments, "segment")) \(verb) not declare the ID3 PID"
  }
}
