import TimedMetadata

struct ClockLateArrival: Rule {
  static let id: RuleID = "clock-late-arrival"
  static let title = "Tags arrive after their time"
  static let text = """
    Tags arrive in the multiplex before they are due.

    The PCR is the player's time when a packet arrives. A tag that arrives after its PTS cannot be
    shown in time. Several tags in a row that arrive much too early mean that the PCR went back, or
    that the PCR and the time stamps come from different clocks. Receivers then wait until the tags
    are due.
    """
  static let limit = Threshold("limit", 0.5, "s")
  static let early = Threshold("early", 20, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    needs: [.transportStream, .tagsOrFindings, .programClock],
    thresholds: [limit, early],
    listsEach: true,
    remedy:
      "Give the inserter less delay than the audio, or delay audio and video in the "
      + "multiplexer.",
    source: "ISO/IEC 13818-1, 2.4.2"
  )

  /// The maximum difference between PTS and PCR, in seconds, that is judged. A larger difference spans a discontinuity.
  private static let comparable = 60.0

  private let limit: Double
  private let early: Double
  /// The number of consecutive tags in each stream that arrived too early.
  private var earlyTags = PerStream<Int>()

  init(_ settings: RuleSettings) {
    limit = settings[Self.limit]
    early = settings[Self.early]
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, !tag.has(.tagTruncated), let lead = tag.tag.arrivalLead else {
      return
    }
    let isEarly = lead > early && lead <= Self.comparable
    let count = earlyTags.update(tag.stream, from: 0) { count in
      count = isEarly ? count + 1 : 0
      return count
    }
    // A single early tag can occur where the time stamps restart. A PCR that stays wrong is
    // reported once and then only counted.
    if count == 2 {
      log.add(Self.early(lead, limit: early), at: tag.place, remedy: Self.comparePCR)
    } else if isEarly, let count, count > 2 {
      log.count()
    }
    if lead < -limit, lead >= -Self.comparable { log.add(Self.late(-lead), at: tag.place) }
  }
}

extension ClockLateArrival {
  static func late(_ seconds: Double) -> String {
    "tag arrives \(Words.seconds(seconds)) after its own PTS: players may skip it"
  }

  static let comparePCR = "Compare the PCR with the PTS of audio and video at the multiplexer."

  static func early(_ seconds: Double, limit: Double) -> String {
    "tags arrive \(Words.seconds(seconds)) before their PTS according to the PCR "
      + "(limit \(Words.limit(limit))): the PCR went back, or belongs to another clock"
  }
}
