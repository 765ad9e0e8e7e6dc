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
