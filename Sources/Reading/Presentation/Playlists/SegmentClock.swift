/// The start and end of the segments of one run, in seconds of the rendition's own time: by the playlist as long as it
/// is correct, or else by the media.
///
/// The sum of EXTINF determines the time at a discontinuity. It is followed from segment to segment; if it has drifted
/// from the media, the media is used.
struct SegmentClock {
  /// Renditions cut their audio at whole frames, so the sum of EXTINF may differ from the media by this many seconds.
  static let tolerance = 0.1
  /// The most seconds between the ends of the streams of a segment.
  static let overlap = 1.0

  /// Seconds from the start of the run to the earliest frame of the first segment. Negative if the frame from which
  /// time is counted is not the earliest.
  private var lead: Double?

  /// The start of a segment whose earliest frame is at `frames`, and which starts at `playlist` by the sum of EXTINF.
  mutating func start(ofFrames frames: Double?, byPlaylist playlist: Double) -> Double {
    guard let frames else { return playlist }
    guard let lead else {
      lead = frames - playlist
      return playlist
    }
    let start = frames - lead
    return abs(start - playlist) > Self.tolerance ? start : playlist
  }

  /// The end of a segment. Its last audio often extends into the next one, so a playlist with fractions of a second,
  /// which includes "2.0", is trusted while it is near the media; one with whole seconds is not.
  static func end(
    byMedia media: Double?,
    byPlaylist playlist: Double,
    isPlaylistExact: Bool
  ) -> Double {
    guard let media else { return playlist }
    return isPlaylistExact && abs(media - playlist) <= overlap ? playlist : media
  }
}

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
