import DASH
import Formats
import ISOMedia
import TimedMetadata

/// The events in a manifest itself (ISO/IEC 23009-1, 5.10.2). Events with an ID3 tag become tags, and events with
/// splice information become markers.
struct ManifestEvents {
  /// The name that the list of renditions shows for the manifest's events.
  static let renditionName = "events"
  /// The maximum number of events that are read, over all Periods.
  static let maximumCount = 100_000

  /// Tags, markers and notes with their times in seconds of the manifest, sorted by time.
  private(set) var entries: [(time: Double, event: TimedMetadataEvent)] = []
  private(set) var tagCount = 0
  /// The event streams with events that could not be read.
  private(set) var others: [Other] = []
  private(set) var periodNotes: [PeriodNote] = []
  private(set) var contents: [Identity: [UInt8]] = [:]
  /// The contents of the events in the manifest's previous version.
  private let earlierContents: [Identity: [UInt8]]

  /// A note on the events of one EventStream that are outside its Period.
  struct PeriodNote {
    /// Identifies the note in all versions of a manifest, although the number of events may change.
    var subject: String
    var note: StreamNote
  }

  /// The scheme, value and id that identify an event in a presentation.
  struct Identity: Hashable {
    var scheme: String
    var value: String
    var id: UInt64
  }

  /// The number of unread events that have the same scheme and value.
  struct Other: Equatable {
    var scheme: String
    var value: String
    var count: Int
  }

  /// Reads the events of all Periods whose start is known. `now` is the server's time in Unix
  /// seconds; `earlierContents` are the contents of the events in the previous version.
  init(
    _ presentation: MediaPresentation,
    now: Double,
    earlierContents: [Identity: [UInt8]] = [:]
  ) {
    self.earlierContents = earlierContents
    var room = Self.maximumCount
    for period in presentation.periods {
      guard let start = period.start else { continue }
      for stream in period.eventStreams {
        let listed = stream.events.prefix(room)
        let outside = OutsideEvents(
          listed,
          of: stream,
          in: period,
          reach: presentation.reach(of: period, at: now)
        )
        periodNotes += outside.notes
        for event in listed
        where !outside.isLeftOut(event) && !isContinued(event, of: stream) {
          receive(event, of: stream, startingAt: start)
        }
        room -= min(room, stream.events.count)
      }
    }
    entries.sort { $0.time < $1.time }
    var filter = SpliceFilter()
    entries = entries.compactMap { entry in
      guard case .marker(let mark) = entry.event else { return entry }
      return filter.pass(mark, at: entry.time).map { (entry.time, .marker($0)) }
    }
  }

  private static func identity(_ event: Event, of stream: EventStream) -> Identity? {
    event.id.map { Identity(scheme: stream.scheme, value: stream.value ?? "", id: $0) }
  }

  /// Whether the event began before its Period and was already read in an earlier Period.
  private func isContinued(_ event: Event, of stream: EventStream) -> Bool {
    guard event.secondsInPeriod < 0, let identity = Self.identity(event, of: stream) else {
      return false
    }
    return contents[identity] == event.message
  }

  /// Whether an earlier event has the same scheme, value and id, but different content.
  private mutating func isReused(_ event: Event, of stream: EventStream) -> Bool {
    guard let identity = Self.identity(event, of: stream) else { return false }
    guard let known = contents[identity] ?? earlierContents[identity] else {
      contents[identity] = event.message
      return false
    }
    if contents[identity] == nil { contents[identity] = event.message }
    return known != event.message
  }

  private mutating func receive(_ event: Event, of stream: EventStream, startingAt start: Double) {
    let time = start + event.secondsInPeriod
    let splice = stream.holdsSplices ? Self.splice(of: event) : nil
    let box = EventMessageBox(
      scheme: splice == nil ? stream.scheme : TimelineMarker.spliceScheme,
      value: stream.value ?? "",
      timescale: stream.timescale,
      due: .presentation(UInt64(clamping: event.presentationTime)),
      duration: UInt32(clamping: event.duration ?? Int64(UInt32.max)),
      id: UInt32(truncatingIfNeeded: event.id ?? 0),
      data: (splice ?? event.message)[...]
    )
    guard time.isFinite, splice != nil || event.encoding != .xml,
      let message = IncomingMessage(box, offset: nil, isCut: false)
    else { return count(stream) }
    let placement = IncomingMessage.Placement(pts: event.presentationTime, time: time)
    let isText = event.encoding == .text
    let isReused = isReused(event, of: stream)
    for event in message.events(at: placement) {
      switch event {
      case .tag(var tag):
        if let message = tag.eventMessage { tag.origin = .manifestEvent(message) }
        if isReused { tag.notes.append(.messageIDReuse) }
        tag.notes.removeAll {
          $0 == .messageVersion || $0 == .messageScheme || isText && $0 == .messageData
        }
        tagCount += 1
        entries.append((time, .tag(tag)))
      case .note(let note):
        if isText, note.id == .messageData { continue }
        entries.append((time, event))
      case .marker(let mark): entries.append((time, .marker(mark)))
      case .segment, .end: continue
      }
    }
  }

  /// The splice information section of an event: from XML with the section's bytes (SCTE 214-1,
  /// 6.7.4), from Base64, or from text. Nil if the event has no section.
  private static func splice(of event: Event) -> [UInt8]? {
    if let binary = event.binary { return binary }
    switch event.encoding {
    case .xml: return nil
    case .base64: return event.message
    case .text: return TimelineMarker.spliceBytes(String(decoding: event.message, as: UTF8.self))
    }
  }

  private mutating func count(_ stream: EventStream) {
    let value = stream.value ?? ""
    if let index = others.firstIndex(where: { $0.scheme == stream.scheme && $0.value == value }) {
      others[index].count += 1
    } else if others.count < 64 {
      others.append(Other(scheme: stream.scheme, value: value, count: 1))
    }
  }

  /// Whether `entries` has tags, or notes on events that should have been tags.
  var hasMoreThanMarks: Bool {
    entries.contains { if case .marker = $0.event { false } else { true } }
  }

  /// Notes on events outside their Period, and on streams with events that are not read.
  var notes: [StreamNote] {
    periodNotes.map(\.note)
      + others.map { other in
        let value = other.value.isEmpty ? "" : ", value \(other.value)"
        return StreamNote(
          id: .manifestEvents,
          amount: other.count,
          detail: "EventStream \(other.scheme)\(value): "
            + "\(Decimals.counted(other.count, "event")) contain\(other.count == 1 ? "s" : "") "
            + "neither an ID3 tag nor readable splice information"
        )
      }
  }
}

extension EventStream {
  var holdsSplices: Bool { scheme.hasPrefix("urn:scte:scte35:") }
}

extension ManifestEvents {
  /// The last event of the track for the manifest's own events. `end` is the time of the last tag or note, in seconds
  /// of the manifest.
  static func finished(tagCount: Int, end: Double? = nil) -> RenditionEvent {
    let stream = StreamSummary(program: nil, pid: nil, declared: true, tags: tagCount)
    return .finished(RenditionEnd(end: end, streams: [stream], hasRead: tagCount > 0))
  }

  /// All events of a static manifest, as the events of a rendition.
  var asRendition: [RenditionEvent] {
    // The last marker may announce a break after the end of the content.
    let last = entries.last { if case .marker = $0.event { false } else { true } }
    return entries.flatMap { [.segment(start: $0.time), .metadata($0.event)] }
      + [Self.finished(tagCount: tagCount, end: last?.time)]
  }
}

extension MediaPresentation {
  /// Seconds from the start of a Period without a duration to the end of its first Representation's last segment; nil
  /// if this end is unknown, or if the Period has a duration.
  fileprivate func reach(of period: Period, at now: Double) -> Double? {
    guard period.duration == nil,
      let representation = period.adaptationSets.lazy.flatMap(\.representations).first,
      kind == .dynamic || representation.segments.count != nil,
      let last = availableSegments(of: representation, in: period, at: now).last
    else { return nil }
    return representation.segments[last]?.endInPeriod
  }
}

/// The events of an EventStream that are outside their Period: before its start, after its end, or exactly at its end.
struct OutsideEvents {
  /// The seconds by which times may differ because they are rounded.
  private static let tolerance = 0.001

  /// The maximum time from the last segment of a Period without a duration to an announced event, in seconds.
  private static let longestLead = 10.0

  private let start: Double
  /// The duration of the Period in seconds; infinite if unknown.
  private let length: Double
  private let times: [Double]
  /// The times of the events that ended before the Period, in seconds from its start.
  private let early: [Double]
  private let holdsTags: Bool
  private let period: String
  private let scheme: String
  /// The number of events that are outside the Period because EventStream@presentationTimeOffset is missing: they would
  /// be inside if their times counted from time 0 of the presentation.
  private let misplacedCount: Int

  /// Finds the events outside a Period. `reach` is the number of seconds from the start of a Period
  /// without a duration to the end of its last segment; nil if unknown.
  init(_ events: ArraySlice<Event>, of stream: EventStream, in period: Period, reach: Double?) {
    let start = period.start ?? 0
    let length = period.duration ?? .infinity
    let end = period.duration ?? reach.map { $0 + Self.longestLead } ?? .infinity
    times = events.map(\.secondsInPeriod)
    early = events.filter(Self.isEarly).map(\.secondsInPeriod)
    holdsTags = events.contains { $0.message.starts(with: "ID3".utf8) }
    self.period = "Period \(period.id ?? "\(period.index + 1)")"
    scheme = stream.scheme
    (self.start, self.length) = (start, length)
    // In a Period without an end, any event may be misplaced.
    let late = length.isInfinite ? times : times.filter { $0 >= length - Self.tolerance }
    let lacksOffset =
      !stream.hasOffset && start > 0 && late.contains { $0 > end + Self.tolerance }
      && late.allSatisfy { (-Self.tolerance...end).contains($0 - start) }
    misplacedCount = lacksOffset ? late.count : 0
  }

  /// Whether an event is left out. An event exactly at the end of its Period usually is not: some players show it.
  func isLeftOut(_ event: Event) -> Bool {
    let seconds = event.secondsInPeriod
    let isMisplaced =
      misplacedCount > 0 && (length.isInfinite || seconds >= length - Self.tolerance)
    return isMisplaced || Self.isEarly(event) || seconds > length + Self.tolerance
  }

  private static func isEarly(_ event: Event) -> Bool {
    let seconds = event.secondsInPeriod
    return seconds < -tolerance && seconds + (event.durationSeconds ?? 0) <= tolerance
  }

  /// Notes on the events outside the Period, with the cause if known.
  var notes: [ManifestEvents.PeriodNote] {
    if misplacedCount > 0 {
      let cause = "EventStream@presentationTimeOffset is missing: "
      // The note has the start time of the Period, so that its subject stays the same when the end becomes known.
      return [
        note(misplacedCount, "after its end: left out", at: start, isLeftOut: true, cause: cause)
      ]
    }
    let atEnd = times.filter { abs($0 - length) <= Self.tolerance }
    let late = times.filter { $0 > length + Self.tolerance }
    var notes: [ManifestEvents.PeriodNote] = []
    if let nearest = late.min() {
      let words = "at least \(Self.seconds(nearest - length)) s after its end: left out"
      notes.append(note(late.count, words, at: start + length, isLeftOut: true))
    }
    if let nearest = early.max() {
      let words = "at least \(Self.seconds(-nearest)) s before its start: left out"
      notes.append(note(early.count, words, at: start, isLeftOut: true))
    }
    if !atEnd.isEmpty {
      let words = "exactly at its end: players may drop such events"
      notes.append(note(atEnd.count, words, at: start + length, isLeftOut: false))
    }
    return notes
  }

  private var distance: Double? {
    times.map { max(-$0, $0 - (length.isInfinite ? start : length)) }.max()
  }

  private static func seconds(_ seconds: Double) -> Int { Int(seconds.rounded(.down)) }

  private func note(
    _ count: Int,
    _ words: String,
    at time: Double,
    isLeftOut: Bool,
    cause: String = ""
  ) -> ManifestEvents.PeriodNote {
    ManifestEvents.PeriodNote(
      subject: "\(cause)\(period) \(start) \(scheme) \(isLeftOut ? time : .infinity)",
      note: StreamNote(
        id: .manifestEventPeriod,
        time: time,
        amount: count,
        // The events' maximum distance from the Period, in seconds; nil if none has an ID3 tag, 0 for events at its
        // end.
        measured: isLeftOut ? (holdsTags ? distance : nil) : 0,
        detail: "\(cause)\(Decimals.counted(count, "event")) of \(period) \(words)"
      )
    )
  }
}
