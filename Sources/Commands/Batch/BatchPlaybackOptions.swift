import ArgumentParser
import NielsenAppApi
import Playback

/// How the inputs of a batch are played.
struct BatchPlaybackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The app's description of itself for the engine: a JSON object, or a file with one.",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: AppInfoArgument.parse
  )
  var appInfo: AppInfoArgument?

  @OptionGroup var content: PlayedContentOptions

  @Option(
    help: "Give playheads in seconds of the stream ('vod') or as times of the day ('live')."
  )
  var playhead: PlaybackOptions.Playhead = .vod

  @Flag(help: "Play the ad breaks that a playlist marks as ads.")
  var ads = false

  @OptionGroup var pings: PingOptions

  var seed: UInt64 { pings.seed }
  var product: Set<Ping.Product>? { pings.product }

  /// Refuses an app that the engine cannot be started for.
  func check(with file: ConfigFile?) throws {
    do {
      _ = try SynthesizedPlayer(options: settings(with: file).options(for: "", .interruption)) { _ in }
    } catch {
      throw ValidationError("--app-info: \(error)")
    }
  }

  /// The notices about data that is left out of the app's information, one line each.
  func notices(with file: ConfigFile?) -> [String] {
    (appInfo?.notices(of: "--app-info") ?? []) + content.notices
      + UnmeasuredProducts.notices(
        of: [content.metadata?.values ?? [:]],
        measuresAudio: settings(with: file).configuration.products.audio
      ).map { "--metadata: \($0)" }
      + (file?.engine?.warnings ?? [])
  }

  /// The settings from the options.
  func settings(with file: ConfigFile?) -> PlaybackSettings {
    var settings = PlaybackSettings(
      appInfo: appInfo?.values,
      baseConfiguration: file?.engine?.configuration ?? EngineConfiguration(),
      playhead: playhead,
      playsAds: ads,
      seed: seed,
      products: product
    )
    content.apply(to: &settings)
    return settings
  }
}
