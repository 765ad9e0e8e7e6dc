/// Why nothing can be played.
public struct PlaybackError: Error, Sendable, CustomStringConvertible {
  /// Why nothing can be played.
  public struct Code: Sendable, Hashable {
    private enum Value { case engineRefused, startOutOfRange }
    private let value: Value

    /// The engine could not be started with the appInfo or the configuration given.
    public static let engineRefused = Code(value: .engineRefused)
    /// The start of the clock is outside 1970 to 2100, or is too early for live playheads.
    public static let startOutOfRange = Code(value: .startOutOfRange)
  }

  /// Why nothing can be played.
  public var code: Code
  /// The problem and its remedy.
  public var description: String
}
