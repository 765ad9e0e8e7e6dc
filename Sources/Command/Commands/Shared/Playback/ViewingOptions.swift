import ArgumentParser
import Formats
import Playback

extension PlaybackOptions.Playhead: ExpressibleByArgument {}

/// The options about the viewer.
struct ViewingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Follow this script of ads, pauses, seeks, channel changes and so on.",
      discussion: """
        A JSON file, or a name of 'id3tap scenario --list'. Its playhead, channel and metadata override the options; with "tags": "none" it needs \
        no input.
        """,
      valueName: "file"
    ),
    completion: .file(),
    transform: ScenarioArgument.parse
  )
  var scenario: ScenarioArgument?

  @Option(
    help: ArgumentHelp(
      "Give playheads in seconds of the stream ('vod') or as times of the day ('live').",
      discussion: "Default: vod. Use 'live' for linear channels."
    )
  )
  var playhead: PlaybackOptions.Playhead?

  @OptionGroup var clock: ClockOption

  @Flag(
    help: ArgumentHelp(
      "Play the ad breaks that a playlist marks as ads.",
      discussion: """
        EXT-X-CUE-OUT and -IN, and date ranges with SCTE-35: the content stops, the ad is played with its \
        metadata and playheads, then the content continues.
        """
    )
  )
  var ads = false
}

/// When a stream is played, on the command line or in the file of `--config`.
struct ClockOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time of day at the start, as Unix seconds or like 2017-04-06T13:03:03Z.",
      discussion: "Default: the time in the tags.",
      valueName: "time",
      visibility: .hidden
    ),
    transform: parseTime
  )
  var start: Int64?
}

func parseTime(_ text: String) throws -> Int64 {
  guard let time = Int64(text) ?? UTCTime.seconds(text) else {
    throw ValidationError(
      "'\(text)' is not a time: give Unix seconds, or a time like 2017-04-06T13:03:03Z."
    )
  }
  return time
}
