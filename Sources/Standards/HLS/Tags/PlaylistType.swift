/// The value of EXT-X-PLAYLIST-TYPE (RFC 8216, section 4.3.3.5).
public enum PlaylistType: String, Sendable, Hashable {
  /// The playlist does not change.
  case videoOnDemand = "VOD"
  /// Segments are only added at the end.
  case event = "EVENT"
}
