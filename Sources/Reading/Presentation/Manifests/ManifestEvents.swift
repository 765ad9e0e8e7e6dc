import DASH
import Formats
import ISOMedia
import TimedMetadata

/// The events in a manifest itself (ISO/IEC 23009-1, 5.10.2): those with ID3 become tags, splice information becomes
/// markers.
struct ManifestEvents {
  /// The name of the events in the list of renditions.
  static let renditionName = "events"
  /// The most events of all Periods that are read: 100,000.
  static let maximumCount = 100_000

  /// Tags, markers and notes with their times in seconds of the manifest, sorted by time.
  private(set) var entries: [(time: Double, event: TimedMetadataEvent)] = []
  /// The number of tags.
  private(set) var tagCount = 0
  /// Streams that contain neither.
  private(set) var others: [Other] = []
  /// Notes on events that are outside their Period.
  private(set) var periodNotes: [PeriodNote] = []
  /// The contents of the events by what identifies them.
  private(set) var contents: [Identity: [UInt8]] = [:]
  /// Those of the version before.
  private let earlierContents: [Identity: [UInt8]]

  /// A note on events of a stream that are outside their Period.
  struct PeriodNote {
    /// What is the same in all versions of a manifest, while the number of events changes.
    var subject: String
    var note: StreamNote
  }

  /// What identifies an event in a presentation.
  struct Identity: Hashable {
    var scheme: String
    var value: String
    var id: UInt64
  }

  /// Events of a scheme that is not read.
  struct Other: Equatable {
    var scheme: String
    var value: String
    var count: Int
  }

  /// Reads the events of all Periods whose start is known. `now`: Unix seconds by the clock of the server;
  /// `earlierContents`: the contents of the version before.
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

  /// Whether an event that began before its Period is listed in the Period before, too.
  private func isContinued(_ event: Event, of stream: EventStream) -> Bool {
    guard event.secondsInPeriod < 0, let identity = Self.identity(event, of: stream) else {
      return false
    }
    return contents[identity] == event.message
  }

  /// Whether an event has the scheme, value and id of an earlier one with another content.
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

  /// The section of an event with splice information: as XML with its bytes (SCTE 214-1, 6.7.4), as bytes, or as text.
  /// Nil if there is none.
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

  /// Whether there are tags, or notes on events that should have been tags.
  var hasMoreThanMarks: Bool {
    entries.contains { if case .marker = $0.event { false } else { true } }
  }

  /// Notes on events outside their Period, and on the streams that are not read.
  var notes: [StreamNote] {
    periodNotes.map(\.note)
      + others.map { other in
        let value = other.value.isEmpty ? "" : ", value \(other.value)"
        return StreamNote(
          id: .manifestEvents,
          amount: other.count,
          detail: "EventStream \(other.scheme)\(value): "
            + "\(Decimals.counted(other.count, "event")) that hold\(other.count == 1 ? "s" : "") "
            + "neither ID3 nor a splice that can be read"
        )
      }
  }
}

extension EventStream {
  /// Whether its events contain splice information.
  var holdsSplices: Bool { scheme.hasPrefix("urn:scte:scte35:") }
}

extension ManifestEvents {
  /// No further event follows; the last one is at `end`, in seconds of the manifest.
  static func finished(tagCount: Int, end: Double? = nil) -> RenditionEvent {
    let stream = StreamSummary(program: nil, pid: nil, declared: true, tags: tagCount)
    return .finished(RenditionEnd(end: end, streams: [stream], hasRead: tagCount > 0))
  }

  /// All events of a manifest that does not change, as those of a rendition.
  var asRendition: [RenditionEvent] {
    // The last marker may announce a break after the end of the content.
    let last = entries.last { if case .marker = $0.event { false } else { true } }
    return entries.flatMap { [.segment(start: $0.time), .metadata($0.event)] }
      + [Self.finished(tagCount: tagCount, end: last?.time)]
  }
}

extension MediaPresentation {
  /// Seconds from the start of a Period without a duration to the end of the last segment of its first Representation;
  /// nil where that is not known.
  fileprivate func reach(of period: Period, at now: Double) -> Double? {
    guard period.duration == nil,
      let representation = period.adaptationSets.lazy.flatMap(\.representations).first,
      kind == .dynamic || representation.segments.count != nil,
      let last = availableSegments(of: representation, in: period, at: now).last
    else { return nil }
    return representation.segments[last]?.endInPeriod
  }
}

/// The events of an EventStream that are outside their Period: before its start, after its end or exactly at its end.
struct OutsideEvents {
  /// Seconds by which rounded times may differ.
  private static let tolerance = 0.001

  /// Seconds by which events of a live presentation may be announced ahead.
  private static let longestLead = 10.0

  private let start: Double
  /// Seconds; infinite where it is not known.
  private let length: Double
  private let times: [Double]
  /// The times of those that ended before the Period.
  private let early: [Double]
  private let holdsTags: Bool
  /// The name of the Period.
  private let period: String
  private let scheme: String
  /// The number of events that are in the Period if their times count from time 0 of the presentation:
  /// EventStream@presentationTimeOffset is missing. 0: it is not.
  private let misplacedCount: Int

  /// `reach`: the seconds from the start of a Period without a duration to the end of its last segment; nil where it is
  /// not known.
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
    // Of a Period without an end any event may be misplaced.
    let late = length.isInfinite ? times : times.filter { $0 >= length - Self.tolerance }
    let lacksOffset =
      !stream.hasOffset && start > 0 && late.contains { $0 > end + Self.tolerance }
      && late.allSatisfy { (-Self.tolerance...end).contains($0 - start) }
    misplacedCount = lacksOffset ? late.count : 0
  }

  /// Whether an event is left out. One at the end of its Period is not: not all players drop it.
  func isLeftOut(_ event: Event) -> Bool {
    let seconds = event.secondsInPeriod
    let isMisplaced =
      misplacedCount > 0 && (length.isInfinite || seconds >= length - Self.tolerance)
    return isMisplaced || Self.isEarly(event) || seconds > length + Self.tolerance
  }

  /// Whether an event was over before its Period began.
  private static func isEarly(_ event: Event) -> Bool {
    let seconds = event.secondsInPeriod
    return seconds < -tolerance && seconds + (event.durationSeconds ?? 0) <= tolerance
  }

  /// What is to be said of them, with the cause where it is known.
  var notes: [ManifestEvents.PeriodNote] {
    if misplacedCount > 0 {
      let cause = "EventStream@presentationTimeOffset is missing: "
      // The subject does not change when the end of the Period becomes known.
      return [
        note(misplacedCount, "left out, behind its end", at: start, isLeftOut: true, cause: cause)
      ]
    }
    let atEnd = times.filter { abs($0 - length) <= Self.tolerance }
    let late = times.filter { $0 > length + Self.tolerance }
    var notes: [ManifestEvents.PeriodNote] = []
    if let nearest = late.min() {
      let words = "left out, \(Self.seconds(nearest - length)) s and more behind its end"
      notes.append(note(late.count, words, at: start + length, isLeftOut: true))
    }
    if let nearest = early.max() {
      let words = "left out, \(Self.seconds(-nearest)) s and more before its start"
      notes.append(note(early.count, words, at: start, isLeftOut: true))
    }
    if !atEnd.isEmpty {
      let words = "exactly at its end: players may drop what is there"
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
        // Seconds by which tags are outside at most; at the end none.
        measured: isLeftOut ? (holdsTags ? distance : nil) : 0,
        detail: "\(cause)\(Decimals.counted(count, "event")) of \(period) \(words)"
      )
    )
  }
}
