import TimedMetadata

struct AdBreakDuration: Rule {
  static let id: RuleID = "ad-break-duration"
  static let title = "Ad break longer or shorter than announced"
  static let text = """
    Ad breaks last as long as announced.

    An ad server fills a break for the announced time. A break that ends earlier cuts off an ad or
    the start of the programme; a break that ends later leaves a gap. Breaks without an end marker
    are not judged. Cue tags can only be at segment boundaries, so the limit is one segment longer
    for breaks that they mark.
    """
  static let limit = Threshold("limit", 2, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    needs: [.clock, .breaks],
    thresholds: [limit],
    listsEach: true,
    remedy: "Compare the automation's break with the SCTE-35 messages that the automation sends.",
    source: "SCTE 35 2023, 9.8.2, 10.3.3"
  )

  private let limit: Double
  private var breaks = AdBreakList()
  /// The duration of the longest segment, in seconds.
  private var longestSegment = 0.0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    longestSegment = max(longestSegment, segment.duration)
  }

  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {
    // The rule `splice-time` reports an end that is announced too late.
    guard case .ended(let number) = breaks.receive(marker), marker.hasPlausibleTime,
      let one = breaks[number], let announced = one.announced, let end = one.markedEnd
    else { return }
    let actual = end - one.start
    let allowed = one.source == .cue ? limit + longestSegment : limit
    guard abs(actual - announced) > allowed else { return }
    log.add(Self.difference(announced, actual, limit: allowed), at: one.place)
  }
}

extension AdBreakDuration {
  static func difference(_ announced: Double, _ actual: Double, limit: Double) -> String {
    "ad break announced for \(Words.seconds(announced)) ended after \(Words.seconds(actual)) "
      + "(limit \(Words.limit(limit)))"
  }
}
