import TimedMetadata

struct CadenceInfoEarly: Rule {
  static let id: RuleID = "cadence-info-early"
  static let title = "INFO tag sooner than usual"
  static let text = """
    INFO tags are at least four minutes apart.

    An inserter sends an INFO tag when it starts. Many early INFO tags mean that the inserter
    restarts repeatedly.
    """
  static let limit = Threshold("limit", 240, "s")
  static let traits = RuleTraits(
    .cadence,
    .info,
    needs: [.infoTags(2), .clock],
    thresholds: [limit],
    listsEach: true,
    remedy: "Check whether the inserter restarted at this time.",
    source: "practice of existing validators; this tool's own limit"
  )

  private let limit: Double
  private var last = PerStream<Double>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let time = tag.tag.time else { return }
    let limit = limit
    let previous = last.update(tag.stream, from: -.infinity) { last in
      defer { last = time }
      return last
    }
    guard let previous, time - previous < limit else { return }
    log.add(Self.early(time - previous), at: tag.place)
  }
}

extension CadenceInfoEarly {
  static func early(_ seconds: Double) -> String {
    "INFO tag after \(Words.seconds(seconds)) (inserter restarted?)"
  }
}

struct CadenceInfoInterval: Rule {
  static let id: RuleID = "cadence-info-interval"
  static let title = "INFO tags too far apart"
  static let text = """
    INFO tags are about five minutes apart, and the last is within five minutes of the end.

    A multiplexer with room for one tag at a time drops INFO tags that are released together with a
    DATA tag. Parts of the input that could not be read do not count.
    """
  static let limit = Threshold("limit", 310, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.tags, .clock, .seconds(CadenceInfoPresence.shortestContent), .infoTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Look for a multiplexer that drops one of two tags released together.",
    source: "practice of existing validators"
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
    "\(Words.seconds(seconds)) without an INFO tag (limit \(Words.limit(limit))); "
      + "a multiplexer may drop one of two tags released together"
  }
}

struct CadenceInfoPresence: Rule {
  static let id: RuleID = "cadence-info-presence"
  static let title = "No INFO tag"
  static let text = """
    The first INFO tag comes within five minutes.

    INFO tags describe the inserter of the DATA tags. An INFO tag comes about every five minutes, so
    six minutes without one mean that the inserter makes no INFO tags, or that they are lost.
    """
  static let limit = Threshold("limit", 310, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.tags, .clock, .seconds(shortestContent)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Look for a multiplexer that drops one of two tags released together, and then check the "
      + "settings of the inserter.",
    source: "practice of existing validators"
  )

  /// The minimum duration of content, in seconds, for which missing INFO tags are reported.
  static let shortestContent = 360.0
  private let limit: Double

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    // Without the blob, an INFO tag cannot be distinguished from a DATA tag without a source.
    guard facts.calibration.state == .confirmed else { return .notAssessed(.heuristicUnconfirmed) }
    var (hasLength, isUnread) = (false, false)
    for stream in facts.successions {
      let start = facts.start(of: stream.key)
      guard let end = facts.end(of: stream.key), end - start >= Self.shortestContent else {
        continue
      }
      hasLength = true
      let first = stream.infoExtent?.start ?? end
      let rendition = stream.key.rendition
      // An unread part may contain an INFO tag.
      guard facts.unread.longestRead(rendition, from: start, to: first).seconds > limit else {
        isUnread = isUnread || stream.infoExtent == nil
        continue
      }
      if let info = stream.infoExtent {
        log.add(Self.late(info.start - start, limit: limit), at: info.first)
      } else {
        log.add(Self.none(end - start, limit: limit), at: Place(stream.key, time: start))
      }
    }
    if isUnread, log.found == 0 { return .notAssessed(.notRead) }
    return hasLength ? .assessed : .notAssessed(.tooShort)
  }
}

extension CadenceInfoPresence {
  static func none(_ seconds: Double, limit: Double) -> String {
    "no INFO tag in \(Words.seconds(seconds)) (limit \(Words.limit(limit)))"
  }

  static func late(_ seconds: Double, limit: Double) -> String {
    "no INFO tag in the first \(Words.seconds(seconds)) (limit \(Words.limit(limit)))"
  }
}
