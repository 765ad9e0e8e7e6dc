import ArgumentParser
import Formats
import NielsenAppApi
import Playback

/// How streams are played, as the file of `--config` has it.
struct FilePlaybackOptions: ParsableArguments {
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
  var playhead: PlaybackOptions.Playhead?

  @Flag(help: "Play the ad breaks that a playlist marks as ads.")
  var ads = false

  @OptionGroup var products: ProductOption

  @Option(
    help: ArgumentHelp(
      "The time of day at the start, as Unix seconds or like 2017-04-06T13:03:03Z.",
      discussion: "Default: the time in the tags.",
      valueName: "time"
    ),
    transform: parseTime
  )
  var start: Int64?

  @Option(
    help: ArgumentHelp(
      "Derive the random identifiers from this number. (default: 0)",
      valueName: "number"
    )
  )
  var seed: UInt64?
}

func parseTime(_ text: String) throws -> Int64 {
  guard let time = Int64(text) ?? UTCTime.seconds(text) else {
    throw ValidationError(
      "'\(text)' is not a time: give Unix seconds, or a time like 2017-04-06T13:03:03Z."
    )
  }
  return time
}

/// How the inputs of a batch are played: as the file says.
extension ConfigOption {
  /// The settings from the file.
  var playback: PlaybackSettings {
    get throws {
      let file = try options.playback
      var settings = PlaybackSettings(
        appInfo: file.appInfo?.values,
        baseConfiguration: config?.engine?.configuration ?? EngineConfiguration(),
        playhead: file.playhead ?? .vod,
        playsAds: file.ads,
        seed: file.seed ?? 0,
        products: file.products.product
      )
      file.content.apply(to: &settings)
      return settings
    }
  }

  /// Refuses an app that the engine cannot be started for, and a configuration that would have to be fetched.
  func checkPlayback() throws {
    if case .url(let url) = config?.engine {
      throw ValidationError(
        "--config: engine: \(url.name): is not fetched by this command: write its content there."
      )
    }
    do {
      _ = try SynthesizedPlayer(options: try playback.options(for: "")) { _ in }
    } catch {
      throw ValidationError("--config: app-info: \(error)")
    }
  }

  /// The notices about what is left out of the app's information, or has no effect, one line each.
  var notices: [String] {
    get throws {
      let file = try options.playback
      return (file.appInfo?.notices(of: "app-info") ?? []) + file.content.notices
        + UnmeasuredProducts.notices(
          of: [file.content.metadata?.values ?? [:]],
          measuresAudio: try playback.configuration.products.audio
        ).map { "metadata: \($0)" }
        + (config?.engine?.warnings ?? [])
    }
  }
}

/// Which pings are printed.
struct ProductOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep only the pings of these products, separated by commas.",
      valueName: Ping.Product.allCases.map(\.rawValue).joined(separator: ",")
    ),
    completion: .list(Ping.Product.allCases.map(\.rawValue)),
    transform: parseProducts
  )
  var product: Set<Ping.Product>?
}

private func parseProducts(_ text: String) throws -> Set<Ping.Product> {
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
