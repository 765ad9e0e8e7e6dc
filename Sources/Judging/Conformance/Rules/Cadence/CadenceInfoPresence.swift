import TimedMetadata

struct CadenceInfoPresence: Rule {
  static let title = "No INFO tag"
  static let text = """
    The first INFO tag comes within five minutes.

    INFO tags describe the inserter of the DATA tags. One comes about every five minutes, so six
    minutes without one mean that none is made, or that they are lost.
    """
  static let limit = Threshold("limit", 310, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.tags, .clock, .seconds(shortestContent)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Look for a multiplexer that drops one of two tags released together, then at the settings "
      + "of the inserter.",
    source: "practice"
  )

  /// Seconds of content that can show a missing INFO tag.
  static let shortestContent = 360.0
  private let limit: Double

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    // Without the blob an INFO tag cannot be distinguished from a DATA tag without a source.
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
      // An INFO tag may be in what could not be read.
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
