/// The wall clock of a rendition. The dates in its playlist, or its manifest, set it, and the media continues it.
struct RenditionWallClock: Sendable, Equatable {
  /// The wall clock at time 0 of the rendition, in Unix seconds; nil if unknown, or if a manifest has not changed it.
  private(set) var atZero: Double?
  /// Whether the next segment is the first one, or the first after missing media. If so, the segment gets a date even
  /// if the playlist has a date only at a different segment.
  private var needsDate = true

  /// Records that the following media does not continue the previous media, so that the next segment's date is used.
  mutating func interrupt() { needsDate = true }

  /// Sets the wall clock at time 0 of the rendition from a manifest, in Unix seconds. Nil if it is unknown or the same
  /// as in the first version.
  mutating func set(atZero seconds: Double?) { atZero = seconds }

  /// The date to use for a segment, in Unix seconds; nil if there is none.
  func date(of segment: PlannedSegment) -> Double? {
    segment.programDateTime ?? (needsDate ? segment.startDate : nil)
  }

  /// Updates the wall clock from the date of a segment that starts at `start`, if that date is to be used.
  mutating func take(_ segment: PlannedSegment, at start: Double) {
    if let date = date(of: segment) { atZero = date - start }
    needsDate = false
  }
}
