/// Limits on what is read of a playlist's presentation: playlists are untrusted.
public struct PlaylistReadingLimits: Sendable, Hashable {
  /// Bytes of a playlist: 16 MiB.
  public var playlistBytes: Int64 = 16 << 20
  /// Bytes of the media playlists of a presentation together: 64 MiB.
  public var allPlaylistBytes: Int64 = 64 << 20
  /// Segments in a playlist.
  public var segmentsPerPlaylist = 100_000
  /// Segments in the media playlists of a presentation together, on the first load.
  public var allSegments = 400_000
  /// Bytes of a segment: 4 GiB.
  public var segmentBytes: Int64 = 4 << 30
  /// Bytes of an initialization section: 16 MiB.
  public var initializationBytes: Int64 = 16 << 20
  /// Variants and renditions that are read.
  public var renditions = 64
  /// Segments that are fetched at the same time, over all renditions.
  public var segmentsInFlight = 16
  /// Seconds without a new segment after which a live playlist counts as ended: 60 s. The effective timeout is at
  /// least three target durations of the playlist.
  public var liveTimeoutSeconds = LivePlaylistTimeout.usualSeconds

  /// The defaults given above.
  public init() {}
}
