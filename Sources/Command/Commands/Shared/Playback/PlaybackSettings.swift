import NielsenAppApi
import Playback

/// How streams are played.
struct PlaybackSettings: Sendable {
  /// The app's information for the engine about itself; nil: the default.
  var appInfo: [String: String]?
  /// The app's metadata for the engine about the content; nil: the default for a linear channel.
  var metadata: [String: String]?
  /// The channel name; nil: that of the input.
  var channel: String?
  /// The fields of pings about the device; nil: none.
  var device: DeviceProfile?
  /// The flavour of the SDK, and what the system says about tracking; nil: what is usual.
  var privacy: PrivacySettings?
  /// The initial configuration of the engine.
  var baseConfiguration = EngineConfiguration()
  var playhead = PlaybackOptions.Playhead.vod
  /// The time of the clock at the start, in Unix seconds; nil: that of the tags.
  var start: Int64?
  /// Whether ad breaks are played.
  var playsAds = false
  /// Seeds the random identifiers.
  var seed: UInt64 = 0
  /// The products whose pings are made; nil: all.
  var products: Set<Ping.Product>?

  /// The configuration of the engine. Error pings and requests to the cross-domain service are made
  /// only when asked for.
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

  /// Whether pings of a product are wanted.
  func isWanted(_ ping: Ping) -> Bool { products?.contains(ping.product) ?? true }

  /// The options for the player of an input.
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
