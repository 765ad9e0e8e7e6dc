import ArgumentParser
import NielsenAppApi
import Playback

struct PlaybackArguments: ParsableArguments {
  @OptionGroup var app: PlayedAppOptions

  @Flag(help: "Print the engine's configuration, and play nothing.")
  var printConfig = false

  @OptionGroup var viewing: ViewingOptions
  @OptionGroup var listing: CallsOptions

  @OptionGroup var products: ProductOption
  @OptionGroup var sending: SendingOptions

  /// The playback options in the `--config` file. Command line options override them.
  private var file: FilePlaybackOptions? { app.file.config?.options?.playback }

  var appInfo: AppInfoArgument? { app.appInfo ?? file?.appInfo }
  var config: ConfigurationArgument? {
    get { app.config }
    set { app.config = newValue }
  }
  var scenario: ScenarioArgument? {
    get { viewing.scenario }
    set { viewing.scenario = newValue }
  }
  var calls: CallsArgument? { listing.calls }
  var seed: UInt64 { settings.seed }
  var collector: CollectorArgument? { sending.collector }
  var store: String? { sending.store }

  func validate() throws {
    let ads = settings.playsAds
    if ads, let scenario, !scenario.scenario.usesInput {
      throw ValidationError(
        "--ads: \(scenario.path): the scenario has no input that could mark ads: leave out --ads, "
          + "and ads in --config."
      )
    }
    if calls != nil, scenario != nil || ads {
      throw ValidationError(
        "--calls: the list has all calls: leave out --scenario, --ads, and ads in --config."
      )
    }
    if calls == nil, listing.tags != nil {
      throw ValidationError(
        "--tags: only a list of calls uses the tags of a stream: name a list with --calls."
      )
    }
    if let problem = problemOfHosts ?? problemOfStarting { throw ValidationError(problem) }
  }

  /// The error that prevents the engine from starting, with the option to correct. Nil if the engine can start.
  var problemOfStarting: String? {
    do {
      _ = try SynthesizedPlayer(options: options(for: "validation"))
      return nil
    } catch {
      let given = scenario?.path
      let option =
        error.code == .startOutOfRange
        ? (file?.start == nil ? "--playhead" : "--config: start")
        : appInfo == nil && given != nil ? "--scenario" : "--app-info"
      return "\(option): \(error)"
    }
  }

  /// The notices about values that are dropped, converted or have no effect, one line each.
  var notices: [String] {
    (appInfo?.notices(of: "--app-info") ?? []) + (file?.metadata?.notices(of: "metadata") ?? [])
      + (scenario.map { given in given.scenario.notices.map { "\(given.path): \($0)" } } ?? [])
      + (config?.warnings ?? [])
  }

  /// The app id of the appInfo. Empty if it has none.
  var appID: String { options(for: "").withScenario.appInfo["appid"] ?? "" }

  var usesFirstPartyID: Bool {
    let options = options(for: "").withScenario
    return (options.calls?.appInfo ?? CallArgument(options.appInfo)).usesFirstPartyID
  }

  var configuration: EngineConfiguration { settings.configuration }

  /// Whether a ping belongs to a product whose pings are printed.
  func isWanted(_ ping: Ping) -> Bool { settings.isWanted(ping) }

  func options(for input: String) -> PlaybackOptions {
    var options = settings.options(for: input)
    options.scenario = scenario?.scenario
    options.calls = calls?.list
    if appInfo != nil { options.scenario?.appInfo = nil }
    return options
  }

  private var settings: PlaybackSettings {
    var settings = file?.settings ?? PlaybackSettings()
    settings.baseConfiguration = config?.configuration ?? EngineConfiguration()
    settings.appInfo = appInfo?.values
    settings.playhead = viewing.playhead ?? settings.playhead
    settings.playsAds = viewing.ads || settings.playsAds
    settings.products = products.product ?? settings.products
    return settings
  }
}

/// The playback settings of all commands that play streams.
struct PlaybackSettings: Sendable {
  /// The appInfo that the app passes to the engine. Nil means the default.
  var appInfo: [String: String]?
  /// The content metadata that the app passes to the engine. Nil means the default for a linear channel.
  var metadata: [String: String]?
  /// The channel name. Nil means the name of the input.
  var channel: String?
  /// The device that pings describe. Nil means the default.
  var device: DeviceProfile?
  /// The flavour of the SDK, and the system's answer about tracking. Nil means the defaults.
  var privacy: PrivacySettings?
  var baseConfiguration = EngineConfiguration()
  var playhead = PlaybackOptions.Playhead.vod
  /// The clock time at the start, in Unix seconds. Nil means the default of ``PlaybackOptions/start``.
  var start: Int64?
  /// Whether ad breaks are played.
  var playsAds = false
  var seed: UInt64 = 0
  /// The products whose pings are kept. Nil means all.
  var products: Set<Ping.Product>?

  /// The configuration of the engine. If `products` names error pings or requests to the cross-domain service (`emm`),
  /// they are enabled.
  var configuration: EngineConfiguration {
    var configuration = baseConfiguration
    for (wanted, isEnabled) in [
      (Ping.Product.error, \EngineConfiguration.Products.error), (.emm, \.emm),
    ]
    where products?.contains(wanted) ?? false {
      configuration.products[keyPath: isEnabled] = true
    }
    return configuration
  }

  func isWanted(_ ping: Ping) -> Bool { products?.contains(ping.product) ?? true }

  func options(for input: String) -> PlaybackOptions {
    var options = PlaybackOptions(channelName: channel ?? input)
    options.isChannelNamed = channel != nil
    options.playhead = playhead
    options.start = start
    options.seed = seed
    options.playsAds = playsAds
    if let appInfo { options.appInfo = appInfo }
    if let metadata { options.metadata = metadata }
    if let device { options.device = device }
    if let privacy { options.privacy = privacy }
    options.configuration = configuration
    return options
  }
}
