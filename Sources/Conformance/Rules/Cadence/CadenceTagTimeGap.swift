import NielsenTag
import TimedMetadata

/// By the tags' own clock one DATA tag begins soon after the one before it ended.
///
/// The sequence numbers tell the two causes of a gap apart: none missing says that no tag was made, since
/// the audio carried no watermark; missing ones say that tags were lost. A gap with a segment in it that
/// could not be read says neither.
struct CadenceTagTimeGap: Rule {
  static let limit = Threshold("limit", 9, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    isHeuristic: true,
    needs: [.dataTags(2)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check the watermark of the audio in the gap; with numbers missing look for the device that "
      + "dropped the tags.",
    source: "practice"
  )

  private struct Last {
    /// The last time of the DATA tag before.
    var dataTime: Int64?
    /// Its presentation time.
    var time: Double?
    /// The tag before, DATA or INFO.
    var blob: WatermarkBlob?
    /// Numbers missing since that DATA tag, in either byte order; nil where they do not count up.
    var missing: [WatermarkBlob.ByteOrder: Int] = [:]
  }

  private let limit: Double
  private var order = SequenceOrder()
  /// The byte order that was the best last: numbers missing later do not take away what was learned.
  private var known: WatermarkBlob.ByteOrder?
  private var last = PerStream<Last>()
  private var tags = 0
  private var pairs = 0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen else { return }
    let previous = last[tag.stream] ?? Last()
    var next = previous
    next.blob = tag.trustedBlob
    if let before = previous.blob, let blob = next.blob {
      order.observe(before, blob)
      known = order.best ?? known
      next.missing = Self.missing(previous.missing, before, blob)
    } else {
      next.missing = [:]
    }
    defer { _ = last.update(tag.stream, from: next) { $0 = next } }
    guard tag.kind == .data else { return }
    let missing = known.flatMap { next.missing[$0] }
    (next.dataTime, next.time) = (next.blob?.lastTagTime, tag.tag.time)
    next.missing = WatermarkBlob.ByteOrder.allCases.reduce(into: [:]) { $0[$1] = 0 }
    guard let blob = next.blob else { return }
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

  private static func missing(
    _ sum: [WatermarkBlob.ByteOrder: Int],
    _ before: WatermarkBlob,
    _ next: WatermarkBlob
  ) -> [WatermarkBlob.ByteOrder: Int] {
    var sum = sum
    for (order, count) in sum {
      switch SequenceStep(before, next, order) {
      case .up: break
      case .missing(let more): sum[order] = count + more
      case .repeated, .backward: sum[order] = nil
      }
    }
    return sum
  }
}

extension CadenceTagTimeGap {
  static func gap(_ seconds: Int64, limit: Double, missing: Int?) -> String {
    let cause =
      switch missing {
      case 0: ", no sequence number missing: no watermark"
      case 1: ", 1 number missing: tag lost"
      case let count?: ", \(count) numbers missing: tags lost"
      case nil: ""
      }
    return "tag clock: \(seconds) s between two tags (limit \(Words.limit(limit)))\(cause)"
  }
}
