import ArgumentParser
import NielsenAppApi
import PingDelivery
import Playback
import Results

extension PlaybackOptions.Playhead: ExpressibleByArgument {}

/// How streams are played.
struct PlaybackArguments: ParsableArguments {
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
      discussion: "Also an http or https URL of a server of your own.",
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigurationArgument.parse
  )
  var config: ConfigurationArgument?

  @Flag(help: "Print the engine's configuration as JSON and play nothing.")
  var printConfig = false

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

  @Option(
    help: ArgumentHelp("Derive the random identifiers from this number.", valueName: "number")
  )
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Print only the pings of these products, separated by commas.",
      valueName: Ping.Product.allCases.map(\.rawValue).joined(separator: ",")
    ),
    completion: .list(Ping.Product.allCases.map(\.rawValue)),
    transform: parseProducts
  )
  var product: Set<Ping.Product>?

  @Option(
    help: ArgumentHelp(
      "Send the pings to this collector of your own: http://HOST:PORT, or file:///PATH.",
      discussion:
        "Nothing is sent otherwise, and never to where real measurement data is collected.",
      valueName: "url"
    ),
    transform: parseCollector
  )
  var collector: CollectorArgument?

  @Option(
    help: ArgumentHelp(
      "Keep identities, and pings that a collector has not received yet, in this directory.",
      valueName: "dir"
    ),
    completion: .directory,
    transform: parseDirectory
  )
  var store: String?

  /// The least Unix time that the engine takes for a time of the day, in seconds.
  private static let leastLivePlayhead: Int64 = 1_000_000_000

  func validate() throws {
    if ads, scenario != nil {
      throw ValidationError("--ads: the scenario says which ads are played.")
    }
    if playhead == .live, let start, start < Self.leastLivePlayhead {
      throw ValidationError(
        "--start \(start): with --playhead live give \(Self.leastLivePlayhead) or a later time."
      )
    }
    if let problem = problemOfHosts ?? problemOfStarting { throw ValidationError(problem) }
  }

  /// Why no engine can be started, with the option to correct; nil when one can.
  var problemOfStarting: String? {
    do {
      _ = try SynthesizedPlayer(options: options(for: "validation")) { _ in }
      return nil
    } catch {
      let given = scenario?.path
      let option =
        error.code == .startOutOfRange
        ? "--start" : appInfo == nil && given != nil ? "--scenario" : "--app-info"
      return "\(option): \(error)"
    }
  }

  /// What is left out of the app's information, one line each.
  var notices: [String] {
    (appInfo?.dropped ?? []).map {
      "--app-info: the value of '\($0)' is dropped: give a text or a number"
    } + (reading?.warnings ?? []).map { "--config: \($0): it has no effect" }
  }

  /// What `--config` has brought; nil before it is fetched.
  private var reading: EngineConfiguration.Reading? {
    guard case .read(let reading) = config else { return nil }
    return reading
  }

  /// The id of the app whose pings are made.
  var appID: String { options(for: "").withScenario.appInfo["appid"] ?? "" }

  /// The configuration of the engine.
  var configuration: EngineConfiguration { settings.configuration }

  /// Whether pings of a product are printed.
  func isWanted(_ ping: Ping) -> Bool { settings.isWanted(ping) }

  /// The options for the player of an input.
  func options(for input: String) -> PlaybackOptions {
    var options = settings.options(for: input, .interruption)
    options.scenario = scenario?.scenario
    if appInfo != nil { options.scenario?.appInfo = nil }
    return options
  }

  private var settings: PlaybackSettings {
    PlaybackSettings(
      appInfo: appInfo?.values,
      baseConfiguration: reading?.configuration ?? EngineConfiguration(),
      playhead: playhead,
      start: start,
      playsAds: ads,
      seed: seed,
      products: product
    )
  }
}

/// The value of `--collector`.
struct CollectorArgument {
  /// As it was given, for messages.
  var text: String
  var collector: Collector
}

func parseCollector(_ text: String) throws -> CollectorArgument {
  do {
    return CollectorArgument(text: text, collector: try Collector(text))
  } catch {
    throw ValidationError("\(text): \(error)")
  }
}

func parseDirectory(_ text: String) throws -> String {
  guard !text.isEmpty else { throw ValidationError("--store: name a directory.") }
  return text
}

func parseTime(_ text: String) throws -> Int64 {
  guard let time = Int64(text) ?? UTCTime.seconds(text) else {
    throw ValidationError(
      "'\(text)' is not a time: give Unix seconds, or a time like 2017-04-06T13:03:03Z."
    )
  }
  return time
}

func parseProducts(_ text: String) throws -> Set<Ping.Product> {
  let names = text.split(separator: ",", omittingEmptySubsequences: false)
  return try Set(
    names.map { name in
      guard let product = Ping.Product(rawValue: String(name)) else {
        let all = Ping.Product.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw ValidationError("'\(name)' is not a product: choose from \(all).")
      }
      return product
    }
  )
}
