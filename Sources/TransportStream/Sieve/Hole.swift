/// A part of the input that is known to be missing, such as one of several segments.
struct Hole: Sendable {
  /// A description of the missing part, for people.
  var words: String
  /// The position in the input where it would be.
  var position: StreamPosition
  /// The presentation time, in ticks, at which the content before it ends.
  var start: Int64?

  /// The note of the missing part. `end` is the presentation time at which the content continues; nil when it
  /// does not.
  func note(end: Int64?) -> TransportNote {
    let length = end.flatMap { end in start.map { end - $0 } } ?? 0
    return TransportNote(
      rule: PIDSieve.holeNote,
      position: position,
      measured: length > 0 ? length : nil,
      time: start,
      detail: words
    )
  }
}
