import TimedMetadata

/// Tags stand in the multiplex before they are due.
///
/// The PCR is the player's time when a packet comes. A tag that is later than its PTS by then
/// comes too late to be shown in time.
struct ClockLateArrival: Rule {
  static let limit = Threshold("limit", 0.5, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    needs: [.transportStream, .tags, .programClock],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Give the inserter less delay than the audio, or delay audio and video in the "
      + "multiplexer.",
    source: "H.222 2.4.2"
  )

  /// What is farther apart stands on two sides of a jump.
  private static let comparable = 60.0

  private let limit: Double

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let lead = tag.tag.arrivalLead, lead < -limit, lead >= -Self.comparable
    else { return }
    log.add(Self.late(-lead), at: tag.place)
  }
}

extension ClockLateArrival {
  static func late(_ seconds: Double) -> String {
    "tag arrives \(Words.seconds(seconds)) after its own PTS: players may skip it"
  }
}
