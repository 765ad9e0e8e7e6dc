import Formats
import TimedMetadata

struct ClockEstimated: Rule {
  static let id: RuleID = "clock-estimated"
  static let title = "Times are estimated"
  static let text = """
    Reports tags whose times are estimated.

    A tag without a time, or with an implausible one, gets the time of the media around it. Rules
    about time are only as exact as this estimate.
    """
  static let traits = RuleTraits(
    .clock,
    .info,
    bound: .none,
    needs: [.tags],
    remedy: "Check why the tags have no plausible time stamp.",
    source: "this tool's own rule"
  )

  /// The source of an estimated time.
  enum Reference: Hashable, Sendable, CaseIterable {
    /// The audio before the tag in the transport stream.
    case audio
    /// Another clock of the transport stream, because no audio precedes the tag.
    case clock
    /// The segment or fragment with the tag.
    case segment
    /// The segment or fragment, because the tag's own time is too far from it.
    case segmentInsteadOfTime
    /// The tag's own time, although its relation to the media is unknown.
    case ownTime
  }

  private struct Estimated {
    var count = 0
    var first: Place
  }

  private var estimated = PerStream<[Reference: Estimated]>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, tag.has(log.rule) else { return }
    let reference = Self.reference(of: tag.tag)
    _ = estimated.update(tag.stream, from: [:]) {
      $0[reference, default: Estimated(first: tag.place)].count += 1
    }
  }

  private static func reference(of tag: TimedTag) -> Reference {
    if let facts = tag.transport { return facts.audioPTS == nil ? .clock : .audio }
    guard let message = tag.eventMessage, message.version == 1 else { return .segment }
    return message.declaredTime != nil || tag.pts == nil ? .segmentInsteadOfTime : .ownTime
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for (_, estimated) in estimated.all {
      for reference in Reference.allCases {
        guard let found = estimated[reference] else { continue }
        log.add(
          Self.estimated(found.count, by: reference),
          at: found.first,
          amount: found.count
        )
      }
    }
    return .assessed
  }
}

extension ClockEstimated {
  static func estimated(_ tags: Int, by reference: Reference) -> String {
    let (its, them) = tags == 1 ? ("its", "it") : ("their", "them")
    let count = Decimals.counted(tags, "tag")
    let without = "\(count) without a usable time: estimated from"
    return switch reference {
    case .audio: "\(without) the audio before \(them)"
    case .clock: "\(without) the clock before \(them)"
    case .segment: "\(without) \(its) segment"
    case .segmentInsteadOfTime:
      "\(count) with a time far from the media around \(them): estimated from \(its) segment"
    case .ownTime: "\(count) with \(its) own time only: its relation to the media is unknown"
    }
  }
}
