import TimedMetadata

/// DATA tags follow each other closely enough.
///
/// A tag is made for about ten seconds of watermarked audio, so a longer silence means that the audio
/// carries no watermark, or that tags were lost on the way. While a stream goes on the silence up to now
/// counts too.
struct CadenceGap: Rule {
  static let limit = Threshold("limit", 19, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.dataTags(2), .clock],
    thresholds: [limit],
    listsEach: true,
    remedy: "Compare the sequence numbers around the gap: if none is missing the audio carried no "
      + "watermark, otherwise look for the device that dropped the tags.",
    source: "practice: 10 s + 9 s"
  )

  private let limit: Double
  private var last = PerStream<Double>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let time = tag.tag.time else { return }
    let limit = limit
    _ = last.update(tag.stream, from: time) { last in
      let gap = time - last
      if gap > limit {
        var place = tag.place
        // Where the tags stop is what people look for.
        place.time = last
        place.wallClock = tag.tag.wallClock.map { $0 - gap }
        log.add(Self.gap(gap, limit: limit), at: place)
      }
      last = max(last, time)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for succession in facts.successions {
      let extents = succession.streams.compactMap(\.dataExtent)
      for (before, after) in zip(extents, extents.dropFirst()) {
        add(after.start - before.end, from: before.last, &log)
      }
      // The end of a whole input is for cadence-end to judge.
      guard !facts.isWhole, let last = extents.last, let end = facts.end(of: succession.key) else {
        continue
      }
      add(end - last.end, from: last.last, &log)
    }
    return .assessed
  }

  private func add(_ gap: Double, from place: Place, _ log: inout FindingLog) {
    guard gap > limit else { return }
    log.add(Self.gap(gap, limit: limit), at: place)
  }
}

extension CadenceGap {
  static func gap(_ seconds: Double, limit: Double) -> String {
    "no DATA tag for \(Words.seconds(seconds)) (limit \(Words.limit(limit))); "
      + "none are made while the audio carries no watermark"
  }
}
