import ArgumentParser
import Formats
import Playback

extension PlaybackOptions.Playhead: ExpressibleByArgument {}

/// What the viewer does.
struct ViewingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play as this script says: ads, pauses, seeks, another channel and so on.",
      discussion: """
        A JSON file; see SampleStreams/scenarios. Its playhead, channel and metadata take the place of \
        the options; with "tags": "none" no input is needed.
        """,
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
      discussion: "Unless told otherwise the tags say it.",
      valueName: "time"
    ),
    transform: parseTime
  )
  var start: Int64?

  @Flag(
    help: ArgumentHelp(
      "Play the ad breaks that a playlist marks as ads.",
      discussion: """
        EXT-X-CUE-OUT and -IN, and date ranges with SCTE-35: the content is stopped, metadata and \
        playheads of an ad follow, then the content goes on where it was left.
        """
    )
  )
  var ads = false
}

func parseTime(_ text: String) throws -> Int64 {
  guard let time = Int64(text) ?? UTCTime.seconds(text) else {
    throw ValidationError(
      "'\(text)' is not a time: give Unix seconds, or a time like 2017-04-06T13:03:03Z."
    )
  }
  return time
}
