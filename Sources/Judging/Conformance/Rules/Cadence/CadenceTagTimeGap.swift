import NielsenTag
import TimedMetadata

struct CadenceTagTimeGap: Rule {
  static let id: RuleID = "cadence-tag-time-gap"
  static let title = "Gap by the tags' own clock"
  static let text = """
    By the tags' own clock, a DATA tag begins soon after the end of the previous one.

    The sequence numbers show the cause of a gap. If no number is missing, no tag was made, because
    the audio carried no watermark. If numbers are missing, tags were lost. A gap that includes an
    unreadable segment is not reported.
    """
  static let limit = Threshold("limit", 9, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    isHeuristic: true,
    needs: [.dataTags(2)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check the watermark of the audio in the gap; if numbers are missing, look for the device that dropped the tags.",
    source: "practice of existing validators"
  )

  private struct Last {
    /// The last tag time in the previous DATA tag, in Unix seconds.
    var dataTime: Int64?
    /// The presentation time of the previous DATA tag, in seconds.
    var time: Double?
  }

  private let limit: Double
  private var numbers = MissingNumbers()
  private var last = PerStream<Last>()
  private var tags = 0
  private var pairs = 0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen else { return }
    let missing = numbers.receive(tag)
    guard tag.kind == .data else { return }
    let blob = tag.trustedBlob
    let next = Last(dataTime: blob?.lastTagTime, time: tag.tag.time)
    let previous =
      last.update(tag.stream, from: Last()) { last in
        defer { last = next }
        return last
      } ?? Last()
    guard let blob else { return }
    tags += 1
    guard let before = previous.dataTime else { return }
    pairs += 1
    let gap = blob.firstTagTime - before
    let isUnread = tag.unread.overlap(tag.stream.rendition, from: previous.time, to: next.time)
    guard Double(gap) > limit, !isUnread else { return }
    log.add(
      Self.gap(gap, limit: limit, missing: missing),
      at: tag.place,
      unlessFilled: tag.stream,
      of: .data,
      from: previous.time,
      to: next.time
    )
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard tags > 0 else { return .notAssessed(.heuristicUnconfirmed) }
    return pairs > 0 ? .assessed : .notAssessed(.tooFewTags)
  }
}

extension CadenceTagTimeGap {
  static func gap(_ seconds: Int64, limit: Double, missing: Int?) -> String {
    let cause =
      switch missing {
      case 0: "; no sequence number is missing: the audio may carry no watermark"
      case 1: "; 1 number is missing: the tag was lost"
      case let count?: "; \(count) numbers are missing: the tags were lost"
      case nil: ""
      }
    return "\(seconds) s between two tags by their clock (limit \(Words.limit(limit)))\(cause)"
  }
}
