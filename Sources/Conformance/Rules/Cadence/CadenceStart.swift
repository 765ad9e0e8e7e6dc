import TimedMetadata

/// The first DATA tag comes soon after the content starts.
///
/// What is played before it is not measured.
struct CadenceStart: Rule {
  static let limit = Threshold("limit", 20, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    needs: [.dataTags(1), .clock],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check that the watermark begins with the content, and that the packager keeps the first tags.",
    source: "practice"
  )

  private let limit: Double

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for stream in facts.successions {
      guard let data = stream.dataExtent else { continue }
      let start = facts.start(of: stream.key)
      // A tag may stand in what could not be read.
      let silence = facts.unread.longestRead(stream.key.rendition, from: start, to: data.start)
      guard silence.seconds > limit else { continue }
      log.add(Self.late(data.start - start, limit: limit), at: data.first)
    }
    return .assessed
  }
}

extension CadenceStart {
  static func late(_ seconds: Double, limit: Double) -> String {
    "first DATA tag after \(Words.seconds(seconds)) (limit \(Words.limit(limit)))"
  }
}
