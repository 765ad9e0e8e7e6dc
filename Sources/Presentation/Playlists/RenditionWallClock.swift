/// The time of day in a rendition: from the dates of its playlist, continued by the media.
struct RenditionWallClock: Sendable, Equatable {
  /// Unix seconds at time 0 of the rendition; nil until a date is known.
  private(set) var atZero: Double?
  /// Whether the next segment is the first one, or the first after a hole: its date is then used even if the playlist
  /// has it at another segment only.
  private var needsDate = true

  /// The following media does not continue what was read: the next date is used.
  mutating func interrupt() { needsDate = true }

  /// Sets the time of day at time 0 of the rendition from a manifest; nil: that of the first
  /// version.
  mutating func set(atZero seconds: Double?) { atZero = seconds }

  /// The date to use for a segment; nil if the time of day continues with the media.
  func date(of segment: PlannedSegment) -> Double? {
    segment.programDateTime ?? (needsDate ? segment.startDate : nil)
  }

  /// Applies the date of a segment, if it has one to use, to the time at which it starts.
  mutating func take(_ segment: PlannedSegment, at start: Double) {
    if let date = date(of: segment) { atZero = date - start }
    needsDate = false
  }
}
