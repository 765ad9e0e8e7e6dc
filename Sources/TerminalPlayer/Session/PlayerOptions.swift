import NielsenAppApi
import Playback
import TimedMetadata

/// How a player works.
package struct PlayerOptions {
  /// How the engine is set up; the channels say what is played.
  package var playback = PlaybackOptions(channelName: "")
  /// Whether the player waits for the stream, so that it lasts no time to read it: for clocks that are
  /// set by a script. Otherwise what is missing when it is due is waited for as time passes.
  package var waitsForStream = false
  /// Which pings are shown.
  package var isWanted: (Ping) -> Bool = { _ in true }
  /// Receives how many pings were made.
  package var onPings: (Int) -> Void = { _ in }
  /// Called when a stream could not be read to its end.
  package var onFailure: (TimedMetadataError) -> Void = { _ in }
  /// Called on any thread when there is something new to play or to show.
  package var onChange: @Sendable () -> Void = {}

  package init() {}
}
