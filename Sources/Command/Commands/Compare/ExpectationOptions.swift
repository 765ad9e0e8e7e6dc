import ArgumentParser

/// How a stream is played to make the pings that are expected: as `id3tap pings` does.
struct ExpectationOptions: ParsableArguments {
  @OptionGroup var app: PlayedAppOptions
  @OptionGroup var viewing: ViewingOptions

  func validate() throws { try playback().validate() }

  /// The same as options of `id3tap pings`; nothing is sent, nothing is kept.
  func playback() throws -> PlaybackArguments {
    var playback = try PlaybackArguments.parse([])
    playback.app = app
    playback.viewing = viewing
    return playback
  }
}
