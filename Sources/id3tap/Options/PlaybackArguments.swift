import ArgumentParser
import NielsenAppApi
import PingDelivery
import Playback

/// How streams are played.
struct PlaybackArguments: ParsableArguments {
  @OptionGroup var app: PlayedAppOptions

  @Flag(help: "Print the engine's configuration as JSON and play nothing.")
  var printConfig = false

  @OptionGroup var viewing: ViewingOptions

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

  var appInfo: AppInfoArgument? {
    get { app.appInfo }
    set { app.appInfo = newValue }
  }
  var config: ConfigurationArgument? {
    get { app.config }
    set { app.config = newValue }
  }
  var scenario: ScenarioArgument? {
    get { viewing.scenario }
    set { viewing.scenario = newValue }
  }
  var playhead: PlaybackOptions.Playhead {
    get { viewing.playhead }
    set { viewing.playhead = newValue }
  }
  var start: Int64? {
    get { viewing.start }
    set { viewing.start = newValue }
  }
  private var ads: Bool { viewing.ads }

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
