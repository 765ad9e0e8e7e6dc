import ArgumentParser
import Playback

/// How a stream is played to make the pings that are expected: as `id3tap pings` does.
struct ExpectationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the app tells the engine about itself: a JSON object, or a file that holds one.",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: AppInfoArgument.parse
  )
  var appInfo: AppInfoArgument?

  @Option(
    help: ArgumentHelp(
      "The engine's hosts, products, thresholds and templates: a JSON file, laid over what is built in.",
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigurationArgument.parse
  )
  var config: ConfigurationArgument?

  @Option(
    help: ArgumentHelp(
      "Play as this script says: what the user of the app did.",
      valueName: "file"
    ),
    completion: .file(),
    transform: ScenarioArgument.parse
  )
  var scenario: ScenarioArgument?

  @Option(
    help: "Whether playheads are seconds of the stream ('vod') or times of the day ('live')."
  )
  var playhead: PlaybackOptions.Playhead = .vod

  @Option(
    help: ArgumentHelp(
      "What the clock shows at the start, as Unix seconds or like 2017-04-06T13:03:03Z.",
      valueName: "time"
    ),
    transform: parseTime
  )
  var start: Int64?

  @Flag(help: "Play the ad breaks that a playlist marks as ads.")
  var ads = false

  func validate() throws { try playback().validate() }

  /// The same as options of `id3tap pings`; nothing is sent, nothing is kept.
  func playback() throws -> PlaybackArguments {
    var playback = try PlaybackArguments.parse([])
    playback.appInfo = appInfo
    playback.config = config
    playback.scenario = scenario
    playback.playhead = playhead
    playback.start = start
    playback.ads = ads
    return playback
  }
}
