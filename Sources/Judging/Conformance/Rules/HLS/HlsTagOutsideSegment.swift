import TimedMetadata

struct HlsTagOutsideSegment: Rule {
  static let id: RuleID = "hls-tag-outside-segment"
  static let title = "Tag in the wrong segment"
  static let text = """
    The time of a tag is within the audio and video of the segment that carries it.

    A player shows a tag when it becomes due, provided that its segment is in the buffer. A tag that
    belongs to another segment is shown late or early, or is lost after a seek.
    """
  static let limit = Threshold("limit", 0.5, "s")
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist, .clock],
    thresholds: [limit],
    remedy: "Check that the packager cuts the ID3 stream at the same times as audio and video.",
    source: "this tool's own rule"
  )

  private struct Waiting: Sendable {
    var rendition: String?
    var mediaSequence: Int
    var time: Double
    var place: Place
    var owner: String?
  }

  private let limit: Double
  /// The tags whose segment report has not arrived yet.
  private var waiting: [Waiting] = []
  private var hasFrames = false

  /// The maximum number of tags that wait for a segment report. Further ones are not judged.
  private static let maximumWaiting = 4096

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen || tag.kind == .other && tag.isCarriageJudged,
      let number = tag.tag.mediaSequence, let time = tag.tag.time,
      // An estimated time comes from the frames around the tag, so a comparison with those frames proves nothing.
      !tag.tag.notes.contains("clock-estimated"), waiting.count < Self.maximumWaiting
    else { return }
    waiting.append(
      Waiting(
        rendition: tag.tag.rendition,
        mediaSequence: number,
        time: time,
        place: tag.place,
        owner: tag.otherOwner
      )
    )
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    if segment.frames != nil { hasFrames = true }
    var rest: [Waiting] = []
    for tag in waiting {
      guard tag.rendition == segment.rendition, tag.mediaSequence <= segment.mediaSequence else {
        rest.append(tag)
        continue
      }
      guard tag.mediaSequence == segment.mediaSequence, let frames = segment.frames,
        !(frames.lowerBound - limit...frames.upperBound + limit).contains(tag.time)
      else { continue }
      let words = Self.outside(tag.time, segment.mediaSequence, frames)
      log.add(Words.message(words, owner: tag.owner), at: tag.place)
    }
    waiting = rest
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    hasFrames ? .assessed : .notAssessed(.noClock)
  }
}

extension HlsTagOutsideSegment {
  static func outside(_ time: Double, _ segment: Int, _ frames: ClosedRange<Double>) -> String {
    "tag at \(Words.seconds(time)) is in segment \(segment) "
      + "(\(Words.oneDecimal(frames.lowerBound)) to \(Words.seconds(frames.upperBound)))"
  }
}
