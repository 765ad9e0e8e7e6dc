import TimedMetadata

struct ClockPtsBackward: Rule {
  static let id: RuleID = "clock-pts-backward"
  static let title = "Time stamps go back"
  static let text = """
    Time stamps do not go back, except at a wrap or a declared discontinuity.

    If time stamps go back, players drop the data before their playback position, or restart. Both
    the audio clock and the PTS of the tags are checked.
    """
  static let traits = RuleTraits(
    .clock,
    .error,
    needs: [.media, .tagCount(2)],
    listsEach: true,
    remedy:
      "Declare the discontinuity where feeds are joined, and keep tags in the order of "
      + "their PTS.",
    source: "ISO/IEC 13818-1, 2.4.3.7, 2.7"
  )

  /// The latest tag of each stream with a valid time stamp.
  private var last = LatestTags()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged else { return }
    if tag.has(log.rule) {
      let leap = Self.leap(of: tag.tag, after: last[before: tag])
      log.add(Self.farEvent(tag.tag) ?? Self.back(leap), at: tag.place)
      return
    }
    guard !tag.has(.clockEstimated), let time = tag.tag.time else { return }
    if let previous = last[before: tag], let before = previous.time,
      let advance = tag.tag.ptsAdvance(since: previous), advance < 0, time < before
    {
      log.add(Self.back(-advance), at: tag.place)
    }
    last.receive(tag)
  }

  /// Returns the seconds between a rejected PTS and the times around it; nil if unknown.
  static func leap(of tag: TimedTag, after previous: TimedTag?) -> Double? {
    if let distance = eventDistance(tag) { return abs(distance) }
    let distance =
      tag.audioDistance ?? previous.flatMap { tag.ptsAdvance(since: $0) } ?? tag.arrivalLead
    return distance.map { abs($0) }
  }

  /// Returns the seconds from the fragment that carries an event to the declared time of the event,
  /// if the reader rejected that time.
  private static func eventDistance(_ tag: TimedTag) -> Double? {
    guard let declared = tag.eventMessage?.declaredTime, let time = tag.time else { return nil }
    return declared - time
  }

  /// The message about the wrong time of an event; nil if the tag has no rejected event time.
  static func farEvent(_ tag: TimedTag) -> String? {
    guard let declared = tag.eventMessage?.declaredTime, let distance = eventDistance(tag) else {
      return nil
    }
    return "event at \(Words.time(declared)) is \(Words.seconds(abs(distance))) "
      + "\(distance < 0 ? "before" : "after") the fragment that carries it"
  }
}

extension ClockPtsBackward {
  static func back(_ seconds: Double?) -> String {
    "PTS goes back\(seconds.map { " by \(Words.seconds($0))" } ?? "") without a discontinuity"
  }
}

struct ClockPtsJump: Rule {
  static let id: RuleID = "clock-pts-jump"
  static let title = "Time stamps jump ahead"
  static let text = """
    Time stamps do not jump ahead without a declared discontinuity.

    A player waits for the missing time, or stops. Tags whose PTS is hours off are never shown.
    """
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    needs: [.media, .tagCount(2)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Declare the discontinuity where feeds are joined.",
    source: "RFC 8216, 3; this tool's own limit"
  )

  private let limit: Double
  private var last = LatestTags()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue, note.measured.map({ $0 > limit }) ?? true
    else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged else { return }
    if tag.has(log.rule) {
      let leap = ClockPtsBackward.leap(of: tag.tag, after: last[before: tag])
      guard leap.map({ $0 > limit }) ?? true else { return }
      log.add(ClockPtsBackward.farEvent(tag.tag) ?? Self.jump(leap), at: tag.place)
      return
    }
    guard !tag.has(.clockEstimated) else { return }
    last.receive(tag)
  }
}

extension ClockPtsJump {
  static func jump(_ seconds: Double?) -> String {
    "PTS jumps\(seconds.map { " \(Words.seconds($0))" } ?? "") without a discontinuity"
  }
}
