import TimedMetadata

/// INFO tags follow each other, and the end of the content, within five minutes.
///
/// A multiplexer with room for one tag at a time drops INFO tags whenever a DATA tag leaves with them.
struct CadenceInfoInterval: Rule {
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
      Self.add(time - (last.time ?? time), from: last, limit: limit, &log)
      last = tag.place
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard facts.calibration.state == .confirmed else { return .notAssessed(.heuristicUnconfirmed) }
    for succession in facts.successions {
      let extents = succession.streams.compactMap(\.infoExtent)
      for (before, after) in zip(extents, extents.dropFirst()) {
        Self.add(after.start - before.end, from: before.last, limit: limit, &log)
      }
      guard let last = extents.last, let end = facts.end(of: succession.key) else { continue }
      Self.add(end - last.end, from: last.last, limit: limit, &log)
    }
    return .assessed
  }

  private static func add(
    _ seconds: Double,
    from place: Place,
    limit: Double,
    _ log: inout FindingLog
  ) {
    guard seconds > limit else { return }
    log.add(interval(seconds, limit: limit), at: place)
  }
}

extension CadenceInfoInterval {
  static func interval(_ seconds: Double, limit: Double) -> String {
    "\(Words.seconds(seconds)) without INFO tag (limit \(Words.limit(limit))); "
      + "a multiplexer that drops one of two tags released together does this"
  }
}
