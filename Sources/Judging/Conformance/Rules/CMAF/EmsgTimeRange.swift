import TimedMetadata

struct EmsgTimeRange: Rule {
  static let id: RuleID = "emsg-time-range"
  static let title = "Event outside its fragment"
  static let text = """
    The time of an event is within the fragment that carries it.

    A player that reads the fragment when its media is due finds the event too late, or shows it at
    the wrong time. The rule compares the time that the message declares, even if that time is
    implausible.
    """
  static let limit = Threshold("limit", 0.1, "s")
  static let traits = RuleTraits(
    .cmaf,
    .warning,
    needs: [.fragmentedMP4],
    thresholds: [limit],
    remedy:
      "Compare the event's time with the decode times of its track: the packager may use another "
      + "clock or timescale.",
    source: "AOMediaCodec/id3-emsg"
  )

  private struct Late: Sendable {
    var rendition: String?
    var mediaSequence: Int
    var time: Double
    var fragment: ClosedRange<Double>
    var place: Place
  }

  private let limit: Double
  private var judged = 0
  private var unknown = 0
  /// Events that are later than their fragment. They are correct if a later fragment of the segment
  /// contains their time.
  private var late: [Late] = []

  /// The maximum number of late events that are stored. Further ones are reported at once.
  private static let maximumLate = 1024

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil else { return }
    guard let time = message.declaredTime ?? tag.tag.time, let fragment = message.fragment else {
      unknown += 1
      return
    }
    judged += 1
    guard !(fragment.lowerBound - limit...fragment.upperBound + limit).contains(time) else {
      return
    }
    if time > fragment.upperBound, let number = tag.tag.mediaSequence, late.count < Self.maximumLate
    {
      late.append(
        Late(
          rendition: tag.tag.rendition,
          mediaSequence: number,
          time: time,
          fragment: fragment,
          place: tag.place
        )
      )
    } else {
      log.add(Self.outside(time, fragment), at: tag.place)
    }
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    var rest: [Late] = []
    for event in late {
      guard event.rendition == segment.rendition, event.mediaSequence <= segment.mediaSequence
      else {
        rest.append(event)
        continue
      }
      if event.mediaSequence == segment.mediaSequence, let end = segment.frames?.upperBound,
        event.time <= end + limit
      {
        continue
      }
      log.add(Self.outside(event.time, event.fragment), at: event.place)
    }
    late = rest
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for event in late { log.add(Self.outside(event.time, event.fragment), at: event.place) }
    let knowsTimes = judged > 0 || unknown == 0 && facts.summary.duration != nil
    return knowsTimes ? .assessed : .notAssessed(.noClock)
  }
}

extension EmsgTimeRange {
  static func outside(_ time: Double, _ fragment: ClosedRange<Double>) -> String {
    "event at \(Words.time(time)) is outside its fragment, "
      + "\(Words.time(fragment.lowerBound).dropLast(2)) to "
      + Words.time(fragment.upperBound)
  }
}
