import TimedMetadata

struct ClockPtsJump: Rule {
  static let title = "Time stamps jump ahead"
  static let text = """
    Time stamps do not jump ahead without a declared discontinuity.

    A player waits for the missing time, or stops. Tags with a PTS hours off are never shown.
    """
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    needs: [.media, .tagCount(2)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Declare the discontinuity where feeds are joined.",
    source: "8216 section 3, limit ours"
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
    "PTS jumps\(seconds.map { " \(Words.seconds($0))" } ?? "") without discontinuity"
  }
}
