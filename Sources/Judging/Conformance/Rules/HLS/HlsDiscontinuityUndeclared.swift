import Formats
import TimedMetadata

struct HlsDiscontinuityUndeclared: Rule {
  static let id: RuleID = "hls-discontinuity-undeclared"
  static let title = "Discontinuity not declared"
  static let text = """
    Time stamps continue from one segment to the next, except at EXT-X-DISCONTINUITY.

    Players schedule tags by their time stamps: after an undeclared jump, they show tags at the
    wrong time, or never. If the segment names are numbered and a number is missing at the jump, the
    message names it: the segment is missing from the playlist.
    """
  static let limit = Threshold("limit", 1, "s")
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.hlsPlaylist],
    thresholds: [limit],
    remedy: "Configure the packager to write EXT-X-DISCONTINUITY where the time base changes.",
    source: "RFC 8216, 3 and 4.3.2.3"
  )

  private let limit: Double
  private var latest: [String?: SegmentReport] = [:]
  /// The renditions whose latest two segment names count up by one.
  private var counting: Set<String?> = []

  private static let maximumRenditions = 1024

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  /// Receives the reader's notes about larger jumps, which the reader removes from the timeline.
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue, note.measured ?? .infinity > limit else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    let before = latest[segment.rendition]
    if before != nil || latest.count < Self.maximumRenditions {
      latest[segment.rendition] = segment
    }
    let skipped = before.flatMap { SkippedNumbers(between: $0.uri, and: segment.uri) }
    let hasCounted = counting.contains(segment.rendition)
    if skipped?.isEmpty == true {
      counting.insert(segment.rendition)
    } else {
      counting.remove(segment.rendition)
    }
    guard let before, before.mediaSequence + 1 == segment.mediaSequence, !segment.isDiscontinuity,
      before.isComplete, before.media == segment.media, let end = before.frames?.upperBound,
      let start = segment.frames?.lowerBound, start - end > limit,
      // If the clock continues as listed, the previous segment lacks media, which `hls-segment-cut` reports.
      before.distance(to: segment).map({ !HlsSegmentCut.isAsListed($0, before, limit) }) ?? true
    else { return }
    let missing = hasCounted ? skipped?.words.map { ": \($0)" } ?? "" : ""
    log.add(Self.jump(start - end, at: segment.uri) + missing, at: Place(segment))
  }
}

extension HlsDiscontinuityUndeclared {
  static func jump(_ seconds: Double, at uri: String) -> String {
    "clock jumps \(Words.seconds(seconds)) at segment \(uri) without EXT-X-DISCONTINUITY"
  }
}

/// The numbers that are skipped between two segment names that differ only in a number.
struct SkippedNumbers {
  private let names: (String, String)
  private let range: Range<Int>

  /// Creates the range; nil unless the names differ only in a number, which increases.
  init?(between first: String, and second: String) {
    let (left, right) = (Array(first.utf8), Array(second.utf8))
    var start = zip(left, right).prefix { $0 == $1 }.count
    while start > 0, left[start - 1].isDigit { start -= 1 }
    let one = left[start...].prefix(while: \.isDigit)
    let other = right[start...].prefix(while: \.isDigit)
    guard left[one.endIndex...].elementsEqual(right[other.endIndex...]),
      let lower = Int(String(decoding: one, as: UTF8.self)), lower < .max,
      let upper = Int(String(decoding: other, as: UTF8.self)), upper > lower
    else { return nil }
    names = (first, second)
    range = lower + 1..<upper
  }

  var isEmpty: Bool { range.isEmpty }

  /// Describes the skipped numbers; nil if no number is skipped.
  var words: String? {
    guard let first = range.first, let last = range.last else { return nil }
    let numbers = first == last ? "number \(first) is" : "numbers \(first) to \(last) are"
    return "\(numbers) missing from the playlist between \(names.0) and \(names.1)"
  }
}
