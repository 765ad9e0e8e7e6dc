/// Where the segments of one run start and end, in seconds of the rendition's own time: by the playlist
/// as long as it is right, else by the media.
///
/// The sum of EXTINF is what says how time goes on at a discontinuity. It is followed from segment to
/// segment; where it has come away from the media, the media is right.
struct SegmentClock {
  /// Renditions cut their audio at whole frames, so the sum of EXTINF may be this far from the media,
  /// in seconds.
  static let tolerance = 0.1
  /// The longest that the streams of a segment end apart, in seconds.
  static let overlap = 1.0

  /// How far the earliest frame of the first segment stands behind the start of the run. Less than 0:
  /// the frame that time counts from is not the earliest.
  private var lead: Double?

  /// Where a segment starts whose earliest frame is at `frames`, and which starts at `playlist` by the
  /// sum of EXTINF.
  mutating func start(ofFrames frames: Double?, byPlaylist playlist: Double) -> Double {
    guard let frames else { return playlist }
    guard let lead else {
      lead = frames - playlist
      return playlist
    }
    let start = frames - lead
    return abs(start - playlist) > Self.tolerance ? start : playlist
  }

  /// Where a segment ends. Its last audio often reaches into the next one, so a playlist that tells
  /// fractions of a second, and even "2.0" does, is believed as long as it is near the media; one in
  /// whole seconds is not.
  static func end(
    byMedia media: Double?,
    byPlaylist playlist: Double,
    isPlaylistExact: Bool
  ) -> Double {
    guard let media else { return playlist }
    return isPlaylistExact && abs(media - playlist) <= overlap ? playlist : media
  }
}
