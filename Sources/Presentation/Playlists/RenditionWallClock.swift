/// The time of day along a rendition: from the dates of its playlist, and from there on by the media.
struct RenditionWallClock: Sendable, Equatable {
  /// Unix seconds of the rendition's time 0; nil while no date has come.
  private(set) var atZero: Double?
  /// Whether the next segment is the first read, or the first after a hole: its date is then taken even
  /// where the playlist says that of another segment only.
  private var needsDate = true

  /// What follows does not join what was read: the next date counts again.
  mutating func interrupt() { needsDate = true }

  /// A manifest says what the time of day is at time 0 of the rendition; nil: what it said first.
  mutating func set(atZero seconds: Double?) { atZero = seconds }

  /// The date to take for a segment; nil where the time of day goes on as the media does.
  func date(of segment: PlannedSegment) -> Double? {
    segment.programDateTime ?? (needsDate ? segment.startDate : nil)
  }

  /// Takes the date of a segment, where it has one that counts, for the time at which it starts.
  mutating func take(_ segment: PlannedSegment, at start: Double) {
    if let date = date(of: segment) { atZero = date - start }
    needsDate = false
  }
}
