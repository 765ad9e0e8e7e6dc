import TimedMetadata

struct SpliceTime: Rule {
  static let id: RuleID = "splice-time"
  static let title = "Splice time differs from its announcement"
  static let text = """
    The splice time of SCTE-35 agrees with its announcement.

    A section on a PID announces a splice ahead of time. A splice announced too late does not take
    place, and a splice announced minutes ahead has a wrong time, most often because of
    `pts_adjustment`. A section in an event message, or in an event of a manifest, contains the time
    of the event. If no section agrees with its event, and several differ by the same amount, those
    use another clock, which is not a fault. Immediate splices and cancelled events have no time.
    """
  static let limit = Threshold("limit", 1, "s")
  static let early = Threshold("early", 120, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    needs: [.clock],
    thresholds: [limit, early],
    listsEach: true,
    remedy:
      "Compare pts_time and pts_adjustment with the PTS of the video, and send the section a few "
      + "seconds ahead.",
    source: "SCTE 35 2023, 9.6, 9.9; this tool's own limits"
  )

  private struct Event: Sendable {
    var time: Double
    /// The time from the event to the splice time in the section, in seconds.
    var lead: Double
    var id: String?
    var place: Place
  }

  private let limit: Double
  private let early: Double
  private var hasTime = false
  private var events: [Event] = []
  /// The last late splice; other messages may repeat it.
  private var late: (time: Double, program: Int?)?

  private static let maximumEvents = 1024

  init(_ settings: RuleSettings) {
    limit = settings[Self.limit]
    early = settings[Self.early]
  }

  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {
    guard let lead = marker.spliceLead, let time = marker.time else { return }
    hasTime = true
    if marker.pid == nil {
      // Several markers of one section count as one, and so does an event that several renditions carry.
      guard events.count < Self.maximumEvents else { return }
      let isKnown = events.contains { abs($0.time - time) < 0.5 && abs($0.lead - lead) < 0.5 }
      guard !isKnown else { return }
      events.append(Event(time: time, lead: lead, id: marker.id, place: Place(marker)))
      return
    }
    var place = Place(marker)
    place.time = time - lead
    if lead < -limit {
      if let late, late.program == marker.program, abs(late.time - time) < 0.5 { return }
      late = (time, marker.program)
      log.add(Self.late(marker.id, time, by: -lead, limit: limit), at: place)
    } else if lead > early {
      log.add(Self.early(marker.id, time, by: lead, limit: early), at: place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard hasTime else { return .notAssessed(.noBreaks) }
    // If the sections use a different clock from the media, all splice times differ from their events by the same time.
    var (clock, agreeing) = (0.0, 1)
    let sharesClock = events.contains { abs($0.lead) <= limit }
    for event in sharesClock ? [] : events {
      let count = events.count { abs($0.lead - event.lead) <= limit }
      if count > agreeing { (clock, agreeing) = (event.lead, count) }
    }
    if abs(clock) > limit, let first = events.first(where: { abs($0.lead - clock) <= limit }) {
      log.add(Self.otherClock(agreeing, by: clock), at: first.place, severity: .info, amount: 0)
    }
    for event in events where abs(event.lead - clock) > limit {
      log.add(Self.differing(event.id, by: event.lead - clock, limit: limit), at: event.place)
    }
    return .assessed
  }
}

extension SpliceTime {
  static func late(
    _ id: String?,
    _ time: Double,
    by seconds: Double,
    limit: Double
  ) -> String {
    "\(splice(id)), \(Words.seconds(time)), is \(Words.seconds(seconds)) before the section that announces it "
      + "(limit \(Words.limit(limit)))"
  }

  static func early(
    _ id: String?,
    _ time: Double,
    by seconds: Double,
    limit: Double
  ) -> String {
    "\(splice(id)), \(Words.seconds(time)), is \(Words.seconds(seconds)) after the section that announces it "
      + "(limit \(Words.limit(limit)))"
  }

  static func differing(_ id: String?, by seconds: Double, limit: Double) -> String {
    "\(splice(id)) is \(Words.seconds(abs(seconds))) \(seconds < 0 ? "before" : "after") the time of "
      + "the event that carries it (limit \(Words.limit(limit)))"
  }

  static func otherClock(_ events: Int, by seconds: Double) -> String {
    "the splice times of \(events) events are all \(Words.seconds(abs(seconds))) "
      + "\(seconds < 0 ? "before" : "after") their events: they use another clock"
  }

  private static func splice(_ id: String?) -> String {
    "splice time\(id.map { " of event \(Words.printable($0))" } ?? "")"
  }
}
