import TimedMetadata

struct CadenceInfoInterval: Rule {
  static let title = "INFO tags too far apart"
  static let text = """
    INFO tags follow each other, and the end of the content, within five minutes.

    A multiplexer with room for one tag at a time drops INFO tags that are released together with a
    DATA tag. Time that could not be read does not count.
    """
  static let limit = Threshold("limit", 310, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.tags, .clock, .seconds(CadenceInfoPresence.shortestContent), .infoTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Look for a multiplexer that drops one of two tags released together.",
    source: "practice"
  )

  private let limit: Double
  private var last = PerStream<Place>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let time = tag.tag.time else { return }
    let limit = limit
    _ = last.update(tag.stream, from: tag.place) { last in
      let silence = tag.unread.silence(from: last, to: time)
      if silence.seconds > limit {
        log.add(
          Self.interval(silence.seconds, limit: limit),
          at: silence.place,
          unlessFilled: tag.stream,
          of: .info,
          from: last.time,
          to: time
        )
      }
      last = tag.place
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard facts.calibration.state == .confirmed else { return .notAssessed(.heuristicUnconfirmed) }
    for succession in facts.successions {
      for (before, after) in succession.changes(of: \.info) {
        Self.add(from: before.last, to: after.start, limit: limit, facts.unread, &log)
      }
      guard let last = succession.infoExtent, let end = facts.end(of: succession.key) else {
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
    log.add(interval(silence.seconds, limit: limit), at: silence.place)
  }
}

extension CadenceInfoInterval {
  static func interval(_ seconds: Double, limit: Double) -> String {
    "\(Words.seconds(seconds)) without INFO tag (limit \(Words.limit(limit))); "
      + "a multiplexer that drops one of two tags released together does this"
  }
}
