import DASH
import TimedMetadata

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
        detail: "\(cause)\(count) event\(count == 1 ? "" : "s") of \(period) \(words)"
      )
    )
  }
}
