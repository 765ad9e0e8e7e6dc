import TimedMetadata

struct CadenceStart: Rule {
  static let id: RuleID = "cadence-start"
  static let title = "First tag comes late"
  static let text = """
    The first DATA tag comes soon after the content starts.

    Content before the first DATA tag is not measured. More than a minute of such content is an
    error, and so is more than a minute of content with INFO tags only.
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
    source: "practice of existing validators; this tool's own error limit"
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
      // An unread part may contain a tag.
      let silence = facts.unread.longestRead(stream.key.rendition, from: start, to: data.start)
      if silence.seconds > error {
        log.add(Self.late(data.start - start, limit: error), at: data.first)
      } else if silence.seconds > limit {
        log.add(Self.late(data.start - start, limit: limit), at: data.first, severity: .warning)
      }
    }
    return facts.tags.data == 0 && log.found == 0 ? .notAssessed(.noTags) : .assessed
  }

  /// Reports a stream that has only INFO tags, unless another stream of its rendition and program has DATA tags.
  private func addNone(
    of stream: StreamSuccession,
    _ facts: InputFacts,
    _ log: inout FindingLog
  ) {
    // Without the blob, an INFO tag cannot be distinguished from a DATA tag without a source.
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

struct CadenceEnd: Rule {
  static let id: RuleID = "cadence-end"
  static let title = "Last tag comes early"
  static let text = """
    The last DATA tag is near the end of the content.

    Content after the last DATA tag is not measured; more than a minute of such content is an error.
    Only inputs that were read to the end are judged.
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
    source: "practice of existing validators; this tool's own error limit"
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
      // An unread part may contain a tag.
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
