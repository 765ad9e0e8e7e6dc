import ArgumentParser
import Playback

extension PlaybackOptions.Playhead: ExpressibleByArgument {}

struct ViewingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Follow this script of ads, pauses, seeks, channel changes and so on.",
      discussion: """
        A JSON file, or a name from 'id3tap scenario --list'. Its playhead, channel, metadata, device and \
        privacy override the options. A scenario with "tags": "none" needs no input.
        """,
      valueName: "file"
    ),
    completion: .file(),
    transform: ScenarioArgument.parse
  )
  var scenario: ScenarioArgument?

  @Option(
    help: ArgumentHelp(
      "Report playheads in seconds from the start ('vod') or as times of day ('live').",
      discussion: "Default: vod. Use 'live' for linear channels."
    )
  )
  var playhead: PlaybackOptions.Playhead?

  @Flag(
    help: ArgumentHelp(
      "Play the ad breaks that the input marks.",
      discussion: """
        EXT-X-CUE-OUT and -IN, and SCTE-35 in playlists or media: the content stops, the ad is played with its \
        metadata and playheads, then the content continues.
        """
    )
  )
  var ads = false
}

struct PlayedAppOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The appInfo that an app passes to the SDK: a JSON object, or a file with one.",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: AppInfoArgument.parse
  )
  var appInfo: AppInfoArgument?

  @OptionGroup var file: ConfigOption

  var config: ConfigurationArgument? {
    get { file.config?.engine }
    set { file.config?.engine = newValue }
  }
}

struct CallsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make the calls in this list, such as a guide's table.",
      discussion: """
        One call per line, such as 'A: play {"channelName":"MyApp"}'; '-' reads standard input.
        """,
      valueName: "file"
    ),
    completion: .file(),
    transform: CallsArgument.parse
  )
  var calls: CallsArgument?

  @Option(
    help: ArgumentHelp(
      "Pass the tags of this stream to instance A of --calls.",
      discussion: "Each tag is passed after the playhead of the same second.",
      valueName: "input"
    ),
    completion: .file()
  )
  var tags: String?

  @Flag(help: "Print the calls, with each ping under its call.")
  var showCalls = false
}

struct CallsArgument {
  var path: String
  var list: CallList

  static func parse(_ path: String) throws -> CallsArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: CallList.sizeLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a file with a list of calls.")
    }
    do {
      return CallsArgument(path: path, list: try CallList(bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}
