import TimedMetadata

struct CadenceStart: Rule {
  static let title = "First tag comes late"
  static let text = """
    The first DATA tag comes soon after the content starts.

    Content before it is not measured. More than a minute of it is an error, and so is content of
    more than a minute with INFO tags but no DATA tag.
    """
  static let limit = Threshold("limit", 20, "s")
  static let error = Threshold("error", 60, "s")
  static let traits = RuleTraits(
    .cadence,
    .error,
    needs: [.tags, .clock],
    thresholds: [limit, error],
    listsEach: true,
    remedy:
      "Check that the watermark begins with the content, and that the packager keeps the first tags.",
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
      guard let data = stream.dataExtent else {
        addNone(of: stream, facts, &log)
        continue
      }
      let start = facts.start(of: stream.key)
      // A tag may be in what could not be read.
      let silence = facts.unread.longestRead(stream.key.rendition, from: start, to: data.start)
      if silence.seconds > error {
        log.add(Self.late(data.start - start, limit: error), at: data.first)
      } else if silence.seconds > limit {
        log.add(Self.late(data.start - start, limit: limit), at: data.first, severity: .warning)
      }
    }
    return facts.tags.data == 0 && log.found == 0 ? .notAssessed(.noTags) : .assessed
  }

  /// A stream with INFO tags alone. One whose DATA tags are on another PID of its program has them.
  private func addNone(
    of stream: StreamSuccession,
    _ facts: InputFacts,
    _ log: inout FindingLog
  ) {
    // Without the blob an INFO tag cannot be distinguished from a DATA tag without a source.
    guard facts.calibration.state == .confirmed, let end = facts.end(of: stream.key) else { return }
    let key = stream.key
    let start = facts.start(of: key)
    let silence = facts.unread.longestRead(key.rendition, from: start, to: end)
    guard !facts.isDataElsewhere(key), silence.seconds > error else { return }
    log.add(Self.none(end - start, limit: error), at: Place(key, time: start))
  }
}

extension CadenceStart {
  static func late(_ seconds: Double, limit: Double) -> String {
    "first DATA tag after \(Words.seconds(seconds)) (limit \(Words.limit(limit)))"
  }

  static func none(_ seconds: Double, limit: Double) -> String {
    "no DATA tag in \(Words.seconds(seconds)), INFO tags only (limit \(Words.limit(limit)))"
  }
}
