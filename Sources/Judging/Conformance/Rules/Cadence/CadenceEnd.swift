import TimedMetadata

struct CadenceEnd: Rule {
  static let title = "Last tag comes early"
  static let text = """
    The last DATA tag is near the end of the content.

    Content after it is not measured; more than a minute of it is an error. Only inputs that were
    read to the end are judged.
    """
  static let limit = Threshold("limit", 20, "s")
  static let error = Threshold("error", 60, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.dataTags(1), .wholeInput, .clock],
    thresholds: [limit, error],
    listsEach: true,
    remedy:
      "Check that the watermark lasts as long as the content, and that the packager keeps the "
      + "last tags.",
    source: "practice, error limit ours"
  )

  private let limit: Double
  private let error: Double

  init(_ settings: RuleSettings) {
    limit = settings[Self.limit]
    error = settings[Self.error]
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for stream in facts.successions {
      guard let data = stream.dataExtent, let end = facts.end(of: stream.key) else { continue }
      let seconds = end - data.end
      // A tag may be in what could not be read.
      let silence = facts.unread.silence(from: data.last, to: end).seconds
      if silence > error {
        log.add(Self.early(seconds, limit: error), at: data.last)
      } else if silence > limit {
        log.add(Self.early(seconds, limit: limit), at: data.last, severity: .warning)
      }
    }
    return .assessed
  }
}

extension CadenceEnd {
  static func early(_ seconds: Double, limit: Double) -> String {
    "last DATA tag \(Words.seconds(seconds)) before the end (limit \(Words.limit(limit)))"
  }
}
