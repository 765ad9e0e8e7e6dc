/// Why nothing can be played.
public struct PlaybackError: Error, Sendable, CustomStringConvertible {
  /// Why nothing can be played.
  public enum Code: Sendable, Hashable {
    /// The engine could not be started with the appInfo or the configuration given.
    case engineRefused
    /// The start of the clock is outside 1970 to 2100, or is too early for live playheads.
    case startOutOfRange
  }

  /// Why nothing can be played.
  public var code: Code
  /// The problem and its remedy.
  public var description: String
}
