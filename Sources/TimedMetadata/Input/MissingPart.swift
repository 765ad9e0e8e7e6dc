import TransportStream

/// A part of the input that is known to be missing, such as a file among those that are joined.
struct MissingPart {
  /// A description of the missing part.
  var words: String
  /// Where it would be.
  var position: StreamPosition
  /// Seconds on the run's timeline at which the content before it ends.
  var start: Double?

  /// The note that it is missing; `end` is the time at which the content continues.
  func note(until end: Double?) -> ParsedEvent {
    let length = end.flatMap { end in start.map { end - $0 } } ?? 0
    let measured = length > 0 ? length : nil
    let note = StreamNote(id: .joinedHole, time: start, measured: measured, detail: words)
    return ParsedEvent(note, at: position)
  }
}
