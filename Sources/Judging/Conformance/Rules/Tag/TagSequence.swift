import Formats
import NielsenTag
import TimedMetadata

struct TagSequence: Rule {
  static let id: RuleID = "tag-sequence"
  static let title = "Sequence numbers missing or out of order"
  static let text = """
    DATA and INFO tags share one sequence number, which counts up by one.

    A missing number means that a tag was made but did not arrive. The byte order of the numbers is
    not published, so the rule uses the byte order in which the numbers count up. Tags in segments
    that could not be read do not count as missing.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    bound: .share(0.02),
    isHeuristic: true,
    needs: [.tagCount(3)],
    repairedBy: .packager,
    remedy:
      "Look for the device that drops, repeats or reorders tags, or for a second inserter: each "
      + "inserter numbers its own tags.",
    source: "practice of existing validators"
  )

  private struct Last {
    var blob: WatermarkBlob
    var time: Double?
  }

  private var order = SequenceOrder()
  private var last = PerStream<Last?>()
  private var tags = 0
  /// The findings for each byte order, until one is certain. With the wrong byte order, nearly every tag is a finding.
  private var logs: [WatermarkBlob.ByteOrder: FindingLog]

  init(_ settings: RuleSettings) {
    let log = FindingLog(rule: Self.id, traits: Self.traits, settings: settings)
    logs = Dictionary(uniqueKeysWithValues: WatermarkBlob.ByteOrder.allCases.map { ($0, log) })
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen else { return }
    let next = tag.trustedBlob.map { Last(blob: $0, time: tag.tag.time) }
    let previous =
      last.update(tag.stream, from: nil) { last in
        defer { last = next }
        return last
      } ?? nil
    guard let next else { return }
    tags += 1
    guard let previous else { return }
    let isUnread = tag.unread.overlap(tag.stream.rendition, from: previous.time, to: next.time)
    guard !isUnread else { return }
    order.observe(previous.blob, next.blob)
    if logs.count > 1, let certain = order.certain { logs = logs.filter { $0.key == certain } }
    let seconds = next.time.flatMap { time in previous.time.map { time - $0 } }
    for order in WatermarkBlob.ByteOrder.allCases where logs[order] != nil {
      let numbers = (previous.blob.sequence(order), next.blob.sequence(order))
      switch SequenceStep(previous.blob, next.blob, order) {
      case .up: break
      case .missing(let count) where count <= Self.plausibleLoss:
        let words = Self.missing(count, numbers, seconds: seconds)
        add(words, count, order, at: tag, after: previous)
      case .repeated:
        logs[order]?.add(Self.repeated(numbers.0), at: tag.place)
      case .missing, .backward:
        let words = numbers.1 <= 1 ? Self.restart(numbers.1) : Self.leap(numbers)
        add(words, 1, order, at: tag, after: previous)
      }
    }
  }

  /// Logs a finding about two consecutive tags, unless another stream has tags between them.
  private mutating func add(
    _ words: String,
    _ count: Int,
    _ order: WatermarkBlob.ByteOrder,
    at tag: CheckedTag,
    after previous: Last
  ) {
    logs[order]?.add(
      words,
      at: tag.place,
      amount: count,
      unlessFilled: tag.stream,
      from: previous.time,
      to: tag.tag.time
    )
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard tags > 0 else { return .notAssessed(.heuristicUnconfirmed) }
    guard order.pairs > 1 else { return .notAssessed(.tooFewTags) }
    guard let best = order.best, var found = logs[best] else {
      return .notAssessed(.heuristicUnconfirmed)
    }
    found.settle(facts)
    log = found
    return .assessedShare(of: tags)
  }
}

extension TagSequence {
  /// The maximum number of tags that can be lost at once: one hour of tags. A larger step means another counter.
  static let plausibleLoss = 360
  /// The maximum time between two tags, in seconds, that is not a gap, as in `cadence-gap`.
  private static let longestSpacing = CadenceGap.limit.value

  static func missing(_ count: Int, _ numbers: (UInt16, UInt16), seconds: Double?) -> String {
    let time =
      switch seconds {
      case let seconds? where seconds > longestSpacing: " over \(Words.seconds(seconds))"
      case .some: " without a gap in time"
      case nil: ""
      }
    return "sequence \(numbers.0) → \(numbers.1)\(time): \(Decimals.counted(count, "tag")) lost"
  }

  static func repeated(_ number: UInt16) -> String { "sequence \(number) repeated" }

  static func restart(_ number: UInt16) -> String {
    "sequence restarts at \(number) (inserter failover?)"
  }

  static func leap(_ numbers: (UInt16, UInt16)) -> String {
    "sequence leaps \(numbers.0) → \(numbers.1) (another inserter?)"
  }
}
