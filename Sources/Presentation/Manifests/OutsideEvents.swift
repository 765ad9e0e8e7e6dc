import DASH
import TimedMetadata

/// The events of an EventStream that are outside their Period: before its start, after its end or exactly at its end.
struct OutsideEvents {
  /// Seconds by which rounded times may differ.
  private static let tolerance = 0.001

  private let start: Double
  /// Seconds; infinite where it is not known.
  private let length: Double
  private let times: [Double]
  private let holdsTags: Bool
  /// The name of the Period.
  private let period: String
  private let scheme: String
  /// Whether all events after the end, and those at the end, are in the Period if their times count from time 0 of the
  /// presentation: EventStream@presentationTimeOffset is missing.
  private let lacksOffset: Bool

  init(_ events: ArraySlice<Event>, of stream: EventStream, in period: Period) {
    let start = period.start ?? 0
    let length = period.duration ?? .infinity
    times = events.map(\.secondsInPeriod)
    holdsTags = events.contains { $0.message.starts(with: "ID3".utf8) }
    self.period = "Period \(period.id ?? "\(period.index + 1)")"
    scheme = stream.scheme
    (self.start, self.length) = (start, length)
    let late = times.filter { $0 >= length - Self.tolerance }
    lacksOffset =
      !stream.hasOffset && start > 0 && late.contains { $0 > length + Self.tolerance }
      && late.allSatisfy { (-Self.tolerance...length).contains($0 - start) }
  }

  /// Whether an event is left out. One at the end of its Period is not: not all players drop it.
  func isLeftOut(_ event: Event) -> Bool {
    let seconds = event.secondsInPeriod
    return seconds < -Self.tolerance || seconds > length + Self.tolerance
      || lacksOffset && seconds >= length - Self.tolerance
  }

  /// What is to be said of them, with the cause where it is known.
  var notes: [ManifestEvents.PeriodNote] {
    let atEnd = times.filter { abs($0 - length) <= Self.tolerance }
    let late = times.filter { $0 > length + Self.tolerance }
    let early = times.filter { $0 < -Self.tolerance }
    if lacksOffset {
      let words = "left out, behind its end: EventStream@presentationTimeOffset is missing"
      return [note(late.count + atEnd.count, words, at: start + length, isLeftOut: true)]
    }
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

  private static func seconds(_ seconds: Double) -> Int { Int(seconds.rounded(.down)) }

  private func note(
    _ count: Int,
    _ words: String,
    at time: Double,
    isLeftOut: Bool
  ) -> ManifestEvents.PeriodNote {
    ManifestEvents.PeriodNote(
      subject: "\(period) \(start) \(scheme) \(isLeftOut ? time : .infinity)",
      note: StreamNote(
        id: .manifestEventPeriod,
        time: time,
        amount: count,
        // Seconds by which tags are outside at most; at the end none.
        measured: isLeftOut ? (holdsTags ? times.map { max(-$0, $0 - length) }.max() : nil) : 0,
        detail: "\(count) event\(count == 1 ? "" : "s") of \(period) \(words)"
      )
    )
  }
}
