import Formats
import TimedMetadata

struct ClockAudioDistance: Rule {
  static let id: RuleID = "clock-audio-distance"
  static let title = "Tags far from their audio"
  static let text = """
    Tags are near their audio in the multiplex.

    The PTS of a tag is compared with the PTS of the latest audio before the tag. A tag far from its
    audio is credited to another time, or to another programme.
    """
  static let warn = Threshold("warn", 2, "s")
  static let error = Threshold("error", 15, "s")
  static let traits = RuleTraits(
    .clock,
    .error,
    needs: [.transportStream, .tagsOrFindings, .audio],
    thresholds: [warn, error],
    remedy:
      "Feed audio and tags through the same delay, and give a tag the PTS of the audio "
      + "just encoded.",
    source: "practice of existing validators"
  )

  private let warn: Double
  private let error: Double

  init(_ settings: RuleSettings) {
    warn = settings[Self.warn]
    error = settings[Self.error]
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, !tag.has(.tagTruncated), let distance = tag.tag.audioDistance else {
      return
    }
    if abs(distance) > error {
      log.add(Self.distance(distance, limit: error), at: tag.place)
    } else if abs(distance) > warn {
      log.add(Self.distance(distance, limit: warn), at: tag.place, severity: .warning)
    }
  }
}

extension ClockAudioDistance {
  static func distance(_ seconds: Double, limit: Double) -> String {
    "tag PTS is \(Words.seconds(abs(seconds))) \(seconds < 0 ? "behind" : "ahead of") its audio "
      + "(limit \(Words.limit(limit)))"
  }
}

struct ClockAudioFrame: Rule {
  static let id: RuleID = "clock-audio-frame"
  static let title = "Tag not at the PTS of an audio packet"
  static let text = """
    The PTS of a tag is the PTS of an audio PES packet.

    An inserter that works on the audio gives a tag the PTS of the audio packet just read. Another
    PTS is harmless: it shows that the tag was inserted in another way.
    """
  static let traits = RuleTraits(
    .clock,
    .info,
    bound: .none,
    needs: [.transportStream, .tags, .audio],
    remedy: "No action is needed, unless 'clock-audio-distance' fails too.",
    source: "practice of existing validators"
  )

  init(_ settings: RuleSettings) {}

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for stream in facts.summary.streams {
      guard let frames = stream.audioFrames, frames.matched < frames.timed else { continue }
      let place = Place(rendition: stream.rendition, program: stream.program, pid: stream.pid)
      let hasOneTagEach = frames.packets == stream.tags
      log.add(
        Self.unmatched(
          frames.timed - frames.matched,
          of: Decimals.counted(frames.timed, hasOneTagEach ? "tag" : "ID3 PES packet")
        ),
        at: place,
        amount: frames.timed - frames.matched
      )
    }
    return .assessed
  }
}

extension ClockAudioFrame {
  static func unmatched(_ count: Int, of all: String) -> String {
    "\(count) of \(all) \(count == 1 ? "carries" : "carry") a PTS that no audio PES has"
  }
}
