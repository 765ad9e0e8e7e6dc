/// The next load of a live playlist.
public struct PlaylistRequest: Sendable, Hashable {
  /// The address, delivery directives included.
  public let uri: String
  /// When to send it, on the clock of ``PlaylistFollower/update(with:requestedAt:)``.
  public let time: Double
  /// The server will hold the answer until there is something new: up to three target durations are
  /// normal.
  public let isBlocking: Bool
  /// The load before it failed: if this one fails too, it need not be repeated, because the next follows within seconds.
  public var isAskedAgain = false
}
