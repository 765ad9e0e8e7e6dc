import ArgumentParser
import NielsenAppApi
import Playback

/// How channels are played: as `id3tap pings` plays streams.
struct PlayerPlaybackOptions: ParsableArguments {
  @OptionGroup var app: PlayedAppOptions

  @Option(
    help: "Give playheads in seconds of the stream ('vod') or as times of the day ('live')."
  )
  var playhead: PlaybackOptions.Playhead = .vod

  @Option(
    help: ArgumentHelp(
      "The time of day at the start, as Unix seconds or like 2017-04-06T13:03:03Z.",
      discussion: "Default: the current time; with --script 2023-11-14T22:13:20Z.",
      valueName: "time"
    ),
    transform: parseTime
  )
  var start: Int64?

  @Flag(help: "Play the ad breaks that a playlist marks as ads.")
  var ads = false

  @OptionGroup var pings: PingOptions
  @OptionGroup var sending: SendingOptions

  func validate() throws { try playback().validate() }

  /// The same as options of `id3tap pings`.
  func playback() throws -> PlaybackArguments {
    var playback = try PlaybackArguments.parse([])
    playback.app = app
    playback.playhead = playhead
    playback.start = start
    playback.ads = ads
    playback.pings = pings
    playback.sending = sending
    return playback
  }
}
