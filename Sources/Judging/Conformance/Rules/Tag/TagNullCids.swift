import NielsenTag
import TimedMetadata

struct TagNullCids: Rule {
  static let title = "Tag without a content id"
  static let text = """
    DATA tags name a source.

    Both CIDs are null for some seconds after a start or a change of source. When they stay null, no
    source gets credit for what is heard.
    """
  static let limit = Threshold("limit", 20, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.dataTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check that the audio carries a watermark of the source: the inserter did not find one.",
    source: "practice"
  )

  /// Tags with two null CIDs in a row.
  private struct Run {
    var start: Place
    var startTime: Double
    var endTime: Double
  }

  private let limit: Double
  private var runs = PerStream<Run?>()
  private var hasTime = false

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let time = tag.tag.time, let pc = tag.nielsen?.pcCID,
      let fd = tag.nielsen?.fdCID
    else { return }
    hasTime = true
    let limit = limit
    _ = runs.update(tag.stream, from: nil) { run in
      if pc.isNull, fd.isNull {
        let before = run ?? Run(start: tag.place, startTime: time, endTime: time)
        run = before
        run?.endTime = max(before.endTime, time)
      } else {
        Self.end(run, limit: limit, &log)
        run = nil
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard hasTime else { return .notAssessed(.noClock) }
    for (_, run) in runs.all { Self.end(run, limit: limit, &log) }
    return .assessed
  }

  private static func end(_ run: Run?, limit: Double, _ log: inout FindingLog) {
    guard let run else { return }
    let seconds = run.endTime - run.startTime
    guard seconds > limit else { return }
    log.add(unidentified(seconds, limit: limit), at: run.start)
  }
}

extension TagNullCids {
  static func unidentified(_ seconds: Double, limit: Double) -> String {
    "both CIDs null for \(Words.seconds(seconds)) (limit \(Words.limit(limit))): "
      + "no source identified"
  }
}
