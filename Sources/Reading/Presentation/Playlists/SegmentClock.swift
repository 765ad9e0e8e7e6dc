/// The start and end of the segments of one run, in seconds of the rendition's own time.
///
/// The times follow the sum of EXTINF, which also gives the time at a discontinuity. The media times are used if the sum
/// has drifted from the media and, for the ends of segments, if the durations are in whole seconds.
struct SegmentClock {
  /// Seconds by which the sum of EXTINF may differ from the media: renditions cut their audio at whole frames.
  static let tolerance = 0.1
  /// Seconds by which exact playlist durations and the media may differ at a segment's end, because the streams in a
  /// segment end at different times.
  static let overlap = 1.0

  /// Seconds from the start according to the playlist to the earliest frame, in the run's first segment with frames;
  /// nil before it. Negative if the frame is earlier.
  private var lead: Double?

  /// Returns the start of a segment. `frames` is the time of its earliest frame, and `playlist` is its start according
  /// to the sum of EXTINF. All times are in seconds.
  mutating func start(ofFrames frames: Double?, byPlaylist playlist: Double) -> Double {
    guard let frames else { return playlist }
    guard let lead else {
      lead = frames - playlist
      return playlist
    }
    let start = frames - lead
    return abs(start - playlist) > Self.tolerance ? start : playlist
  }

  /// The end of a segment. Its audio often extends into the next segment, so a playlist whose durations have fractions
  /// (including "2.0") is trusted while it is near the media. Durations in whole seconds are used only if the media has
  /// no time.
  static func end(
    byMedia media: Double?,
    byPlaylist playlist: Double,
    isPlaylistExact: Bool
  ) -> Double {
    guard let media else { return playlist }
    return isPlaylistExact && abs(media - playlist) <= overlap ? playlist : media
  }
}
