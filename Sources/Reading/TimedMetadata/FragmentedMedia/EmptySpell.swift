/// Measures for how long an event track has had only empty samples.
struct EmptySpell {
  enum Content {
    /// An event with an ID3 scheme, or with an ID3 tag.
    case id3
    /// Events without ID3, or unreadable content.
    case other
    /// A sample without an event.
    case empty
  }

  /// The purpose of a track, from its sample entry and its samples.
  enum Purpose {
    case id3
    case other
    case unknown
  }

  /// Seconds without an event before the first note, and between further notes until the next event.
  static let step = 60.0

  let track: UInt32
  private(set) var purpose: Purpose
  private var start: Double?
  private var end = 0.0
  private var noted = 0.0

  init(track: UInt32, purpose: Purpose) {
    self.track = track
    self.purpose = purpose
  }

  mutating func receive(_ content: Content, from start: Double, to end: Double) -> [StreamNote] {
    switch content {
    case .id3: purpose = .id3
    case .other: if purpose == .unknown { purpose = .other }
    case .empty:
      if self.start == nil { (self.start, self.noted) = (start, 0) }
      self.end = max(self.end, end)
      return note(atLeast: noted + Self.step)
    }
    return finish()
  }

  /// Ends the time without an event, if there is one, and returns the note that is still due.
  mutating func finish() -> [StreamNote] {
    defer { start = nil }
    return note(atLeast: max(Self.step, noted.nextUp))
  }

  private mutating func note(atLeast limit: Double) -> [StreamNote] {
    guard purpose != .other, let start, end - start >= limit else { return [] }
    noted = end - start
    return [
      StreamNote(
        id: purpose == .id3 ? .eventTrackEmpty : .eventTrackIdle,
        time: start,
        measured: end - start,
        detail: "event track \(track) has only empty samples (emeb)"
      )
    ]
  }
}
