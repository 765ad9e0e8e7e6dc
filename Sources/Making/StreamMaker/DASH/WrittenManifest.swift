import Formats
import TransportStream

/// A DASH manifest (ISO/IEC 23009-1, 5) with one Period, or two if a fault needs them.
struct WrittenManifest {
  struct AdaptationSet {
    /// The media type: `video` or `audio`.
    var contentType: String
    /// Whether the AdaptationSet has an InbandEventStream element.
    var carriesTags: Bool
    /// The schemeIdUri attribute of InbandEventStream.
    var declaredScheme = TagEvent.scheme
    var declaredValue = ""
    var language: String?
    var representations: [Representation]
  }

  /// A tag in the manifest's EventStream.
  struct Event: Equatable {
    /// The presentation time on the media clock, in 90 kHz ticks.
    var presentationTime: Int64
    var id: Int
    var message: [UInt8]
  }

  /// A Representation. Its segments are in a folder named after `id`.
  struct Representation {
    var id: String
    /// The peak bit rate of the segments, in bits per second.
    var bandwidth: Int64
    var stream: StreamDescription?
    var startNumber: Int
    var segments: [WrittenSegment]
  }

  struct Live {
    var updatePeriod: Int
    /// The maximum duration of the listed segments, in seconds.
    var window: Int
    /// The time at which the manifest is written, in Unix milliseconds.
    var publishTime: Int64
    /// How far UTCTiming is ahead of the real time, in milliseconds. Nil if the manifest has no UTCTiming.
    var clockLead: Int64?
  }

  /// The media clock at the start of the presentation, in 90 kHz ticks.
  var firstPTS: Int64
  /// The time of day at the start of the presentation, in Unix milliseconds.
  var startTime: Int64
  /// The attributes of a dynamic manifest. Nil if the manifest is static.
  var live: Live?
  var sets: [AdaptationSet]
  /// The tags in the manifest's EventStream, ordered by time.
  var events: [Event] = []
  /// The media clock at the start of the second Period, in 90 kHz ticks. Nil if there is no second Period.
  var secondPeriod: Int64?
  /// Whether the AdaptationSets of the second Period keep their InbandEventStream.
  var declaresInSecondPeriod = true

  var text: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<MPD \(attributes.joined(separator: " "))>")
    for period in periods {
      let start = period.start == firstPTS ? "0" : Self.seconds(period.start - firstPTS)
      lines.append("  <Period id=\"\(period.number)\" start=\"PT\(start)S\">")
      lines += self.lines(period.events, periodStart: period.start)
      for (index, set) in period.sets.enumerated() {
        lines += self.lines(set, number: index + 1, periodStart: period.start)
      }
      lines.append("  </Period>")
    }
    lines += timing
    lines.append("</MPD>")
    return lines.joined(separator: "\n") + "\n"
  }

  private var attributes: [String] {
    let segments = sets.lazy.flatMap(\.representations).flatMap(\.segments)
    let longest = segments.map(\.duration).max() ?? 0
    var attributes = [
      "xmlns=\"urn:mpeg:dash:schema:mpd:2011\"",
      "profiles=\"urn:mpeg:dash:profile:isoff-live:2011\"",
      "type=\"\(live == nil ? "static" : "dynamic")\"",
      "availabilityStartTime=\"\(WallClock.text(milliseconds: startTime))\"",
      "minBufferTime=\"PT\(Self.seconds(longest))S\"",
    ]
    if let live {
      attributes += [
        "publishTime=\"\(WallClock.text(milliseconds: live.publishTime))\"",
        "minimumUpdatePeriod=\"PT\(live.updatePeriod)S\"",
        "timeShiftBufferDepth=\"PT\(live.window)S\"",
        "suggestedPresentationDelay=\"PT\(live.window / 2)S\"",
      ]
    } else {
      let end = segments.map { $0.start + $0.duration }.max() ?? firstPTS
      attributes.append("mediaPresentationDuration=\"PT\(Self.seconds(end - firstPTS))S\"")
    }
    return attributes
  }

  private var timing: [String] {
    guard let live, let lead = live.clockLead else { return [] }
    let time = WallClock.text(milliseconds: live.publishTime + lead)
    return ["  <UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"\(time)\"/>"]
  }

  private func lines(_ events: [Event], periodStart: Int64) -> [String] {
    guard !events.isEmpty else { return [] }
    let attributes = [
      "schemeIdUri=\"\(TagEvent.scheme)\"", "timescale=\"\(Timestamp.ticksPerSecond)\"",
      "presentationTimeOffset=\"\(periodStart)\"",
    ]
    let lines = events.map { event in
      "      <Event presentationTime=\"\(event.presentationTime)\" id=\"\(event.id)\" "
        + "contentEncoding=\"base64\">\(Base64.encode(event.message))</Event>"
    }
    return ["    <EventStream \(attributes.joined(separator: " "))>"] + lines
      + ["    </EventStream>"]
  }

  private func lines(_ set: AdaptationSet, number: Int, periodStart: Int64) -> [String] {
    var attributes = [
      "id=\"\(number)\"", "contentType=\"\(set.contentType)\"",
      "mimeType=\"\(set.contentType)/mp4\"", "segmentAlignment=\"true\"", "startWithSAP=\"1\"",
    ]
    if let language = set.language { attributes.append("lang=\"\(language)\"") }
    var lines = ["    <AdaptationSet \(attributes.joined(separator: " "))>"]
    if set.carriesTags {
      lines.append(
        "      <InbandEventStream schemeIdUri=\"\(set.declaredScheme)\" value=\"\(set.declaredValue)\"/>"
      )
    }
    for representation in set.representations { lines += self.lines(representation, periodStart) }
    return lines + ["    </AdaptationSet>"]
  }

  private func lines(_ representation: Representation, _ periodStart: Int64) -> [String] {
    let id = representation.id
    var attributes = ["id=\"\(id)\"", "bandwidth=\"\(max(1, representation.bandwidth))\""]
    if let name = representation.stream?.codecName { attributes.append("codecs=\"\(name)\"") }
    if let size = representation.stream?.pictureSize {
      attributes += ["width=\"\(size.width)\"", "height=\"\(size.height)\""]
    }
    let template = [
      "timescale=\"\(Timestamp.ticksPerSecond)\"", "presentationTimeOffset=\"\(periodStart)\"",
      "startNumber=\"\(representation.startNumber)\"",
      "initialization=\"$RepresentationID$/init.mp4\"",
      "media=\"$RepresentationID$/$Number%05d$.m4s\"",
    ]
    return [
      "      <Representation \(attributes.joined(separator: " "))>",
      "        <SegmentTemplate \(template.joined(separator: " "))>", "          <SegmentTimeline>",
    ] + Self.timeline(representation.segments) + [
      "          </SegmentTimeline>", "        </SegmentTemplate>", "      </Representation>",
    ]
  }

  /// The S elements of a SegmentTimeline. Consecutive segments of equal duration share one element.
  private static func timeline(_ segments: [WrittenSegment]) -> [String] {
    var runs: [(start: Int64, duration: Int64, count: Int64)] = []
    for segment in segments {
      if let last = runs.last, last.duration == segment.duration,
        last.start + last.duration * last.count == segment.start
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((segment.start, segment.duration, 1))
      }
    }
    return runs.map { run in
      let repeats = run.count > 1 ? " r=\"\(run.count - 1)\"" : ""
      return "            <S t=\"\(run.start)\" d=\"\(run.duration)\"\(repeats)/>"
    }
  }

  private static func seconds(_ ticks: Int64) -> String {
    let microseconds = (ticks * 100 + 4) / 9
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
  }
}

extension WrittenManifest {
  struct Period {
    var number: Int
    /// The media clock at the start of the Period, in 90 kHz ticks.
    var start: Int64
    var sets: [AdaptationSet]
    var events: [Event] = []
  }

  /// The one Period, or those of the two Periods that contain segments. A segment belongs to the Period that contains
  /// its middle, because audio segments end a few frames before or after video segments.
  var periods: [Period] {
    let first = Period(number: 1, start: firstPTS, sets: sets, events: events)
    guard let secondPeriod else { return [first] }
    let isLate = { (segment: WrittenSegment) in segment.start + segment.duration / 2 >= secondPeriod
    }
    var second = Period(number: 2, start: secondPeriod, sets: sets)
    for index in second.sets.indices {
      second.sets[index].keepSegments(where: isLate)
      second.sets[index].carriesTags = sets[index].carriesTags && declaresInSecondPeriod
    }
    var shorter = first
    second.events = events.filter { $0.presentationTime >= secondPeriod }
    shorter.events = events.filter { $0.presentationTime < secondPeriod }
    for index in shorter.sets.indices { shorter.sets[index].keepSegments { !isLate($0) } }
    return [shorter, second].filter { period in
      period.sets.contains { $0.representations.contains { !$0.segments.isEmpty } }
    }
  }
}

extension WrittenManifest.AdaptationSet {
  /// Removes the segments that do not satisfy `isKept`. The remaining segments must be consecutive, and keep their
  /// numbers.
  fileprivate mutating func keepSegments(where isKept: (WrittenSegment) -> Bool) {
    for index in representations.indices {
      let segments = representations[index].segments
      representations[index].startNumber += segments.firstIndex(where: isKept) ?? 0
      representations[index].segments = segments.filter(isKept)
    }
  }
}

/// Creates the events of a manifest from the tags of a presentation.
struct ManifestEventWriter {
  private(set) var events: [WrittenManifest.Event] = []
  private var placement: TagPlacement
  private let changes: FaultChanges
  private var count = 0

  init(_ options: StreamMakerOptions, seconds: Double) {
    changes = options.fault?.changes ?? FaultChanges()
    placement = TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  /// Adds the events for the tags that are due during the next segment.
  mutating func take(_ content: SegmentContent) throws {
    for pts in content.references {
      placement.noteReference(pts: pts)
      for (tag, pts) in placement.takeDue() {
        count += 1
        events.append(
          WrittenManifest.Event(presentationTime: pts, id: count, message: try tag.bytes(changes))
        )
      }
    }
  }

  /// Removes the events before `start`, the PTS at the start of the live window in 90 kHz ticks.
  mutating func slide(to start: Int64) { events.removeAll { $0.presentationTime < start } }
}
