import Formats
import TimedMetadata

struct CadenceGap: Rule {
  static let id: RuleID = "cadence-gap"
  static let title = "Gap in the tags"
  static let text = """
    Consecutive DATA tags are at most 19 s apart.

    A tag is made for about ten seconds of watermarked audio, so a longer gap means that the audio
    carries no watermark, or that tags were lost on the way. In a live stream, a gap that has not
    ended counts up to the present. Segments that could not be read do not count as a gap. If the
    sequence numbers around a gap can be read, they distinguish the two causes.
    """
  static let limit = Threshold("limit", 19, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.dataTags(2), .clock],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "If sequence numbers are missing, look for the device that dropped the tags; otherwise check that the audio carries a watermark.",
    source: "practice of existing validators (10 s + 9 s)"
  )

  private let limit: Double
  /// The place of the latest DATA tag of each stream.
  private var last = PerStream<Place>()
  private var numbers = MissingNumbers()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen else { return }
    let missing = numbers.receive(tag)
    guard tag.kind == .data, let time = tag.tag.time else { return }
    let limit = limit
    _ = last.update(tag.stream, from: tag.place) { last in
      let silence = tag.unread.silence(from: last, to: time)
      if silence.seconds > limit {
        log.add(
          Self.gap(silence.seconds, limit: limit, missing: missing),
          at: silence.place,
          unlessFilled: tag.stream,
          of: .data,
          from: last.time,
          to: time
        )
      }
      if time > last.time ?? time { last = tag.place }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for succession in facts.successions {
      for (before, after) in succession.changes(of: \.data) {
        Self.add(from: before.last, to: after.start, limit: limit, facts.unread, &log)
      }
      // The rule `cadence-end` judges the end of a complete input.
      guard !facts.isWhole, let last = succession.dataExtent,
        let end = facts.end(of: succession.key)
      else {
        continue
      }
      Self.add(from: last.last, to: end, limit: limit, facts.unread, &log)
    }
    return .assessed
  }

  private static func add(
    from place: Place,
    to time: Double,
    limit: Double,
    _ unread: UnreadSpans,
    _ log: inout FindingLog
  ) {
    let silence = unread.silence(from: place, to: time)
    guard silence.seconds > limit else { return }
    log.add(Self.gap(silence.seconds, limit: limit, missing: nil), at: silence.place)
  }
}

extension CadenceGap {
  static func gap(_ seconds: Double, limit: Double, missing: Int?) -> String {
    let cause =
      switch missing {
      case 0: "; no sequence number is missing: the audio may carry no watermark"
      case let count? where count <= TagSequence.plausibleLoss:
        ": \(Decimals.counted(count, "tag")) lost (sequence numbers)"
      default: "; the audio may carry no watermark, or tags were lost"
      }
    return "no DATA tag for \(Words.seconds(seconds)) (limit \(Words.limit(limit)))\(cause)"
  }
}
