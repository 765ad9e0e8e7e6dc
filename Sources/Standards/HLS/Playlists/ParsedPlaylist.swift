/// The result of reading a playlist.
public struct ParsedPlaylist: Sendable, Hashable {
  /// The playlist.
  public let playlist: Playlist
  /// The faults, in the order of lines.
  public let faults: [PlaylistFault]
  /// How many more faults there are of kinds that ``faults`` has enough of.
  public let omittedFaultCount: Int
}
