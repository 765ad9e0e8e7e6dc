import TimedMetadata

struct AdBreakNoReturn: Rule {
  static let id: RuleID = "ad-break-no-return"
  static let title = "Ad break without an end"
  static let text = """
    Ad breaks that do not end by themselves have a marker at their end.

    A break without a duration, or with `auto_return` 0, continues until a message announces the
    return to the programme. Without that message, a splicer keeps sending the ads. The rule reports
    a break that no marker ends before the next break begins. It also reports a break that no marker
    ends within thirty seconds after its announced end or, if it has no duration, within ten
    minutes.
    """
  static let grace = Threshold("grace", 30, "s")
  static let limit = Threshold("limit", 600, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    needs: [.clock, .breaks],
    thresholds: [limit, grace],
    listsEach: true,
    remedy: "Check that the automation sends the message or tag that ends the break.",
    source: "SCTE 35 2023, 9.7.3, 9.8.2"
  )

  private let limit: Double
  private let grace: Double
  private var breaks = AdBreakList()

  init(_ settings: RuleSettings) {
    limit = settings[Self.limit]
    grace = settings[Self.grace]
  }

  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {
    if breaks.isFull, let time = marker.time {
      judge(AdBreakList.forgottenCount, at: time, &log)
      breaks.forgetOldest()
    }
    _ = breaks.receive(marker)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    judge(breaks.all.count, at: facts.summary.duration ?? 0, &log)
    return .assessed
  }

  /// Judges the oldest `count` breaks. `end` is the presentation time, in seconds, up to which the input is known.
  private func judge(_ count: Int, at end: Double, _ log: inout FindingLog) {
    for (index, one) in breaks.all.prefix(count).enumerated()
    where one.needsReturn && one.markedEnd == nil && !one.isCancelled {
      let next = breaks.all[(index + 1)...].first {
        $0.source == one.source && $0.program == one.program && !$0.isCancelled
          && $0.start > one.start + (one.announced ?? 0) + 1
      }
      if let next, next.start <= end {
        log.add(Self.missing(before: next.start), at: one.place)
        continue
      }
      let latest = one.start + (one.announced.map { $0 + grace } ?? limit)
      guard end > latest else { continue }
      log.add(Self.missing(after: end - one.start), at: one.place)
    }
  }
}

extension AdBreakNoReturn {
  static func missing(before next: Double) -> String {
    "no marker ends the ad break; the next break begins at \(Words.time(next))"
  }

  static func missing(after seconds: Double) -> String {
    "no marker ends the ad break; the stream continues for \(Words.seconds(seconds))"
  }
}
