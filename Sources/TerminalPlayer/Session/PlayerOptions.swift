import NielsenAppApi
import Playback
import TimedMetadata

/// How a player works.
public struct PlayerOptions {
  /// How the engine is set up; the channels say what is played.
  public var playback = PlaybackOptions(channelName: "")
  /// Whether the player waits for the stream, so that it lasts no time to read it: for clocks that are
  /// set by hand. Otherwise what is missing when it is due is waited for as time passes.
  public var waitsForStream = false
  /// Which pings are shown.
  public var isWanted: (Ping) -> Bool = { _ in true }
  /// Hears how many pings were made.
  public var onPings: (Int) -> Void = { _ in }
  /// Hears that a stream could not be read to its end.
  public var onFailure: (TimedMetadataError) -> Void = { _ in }
  /// Called on any thread when there is something new to play or to tell.
  public var onChange: @Sendable () -> Void = {}

  /// What is usual.
  public init() {}
}
