/// What reading a playlist gave.
public struct ParsedPlaylist: Sendable, Hashable {
  /// The playlist.
  public let playlist: Playlist
  /// What is wrong with it, in the order of lines.
  public let faults: [PlaylistFault]
  /// How many more faults there are of kinds that ``faults`` has enough of.
  public let omittedFaultCount: Int
}
