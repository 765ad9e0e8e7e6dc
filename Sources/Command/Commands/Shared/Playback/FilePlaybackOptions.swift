import ArgumentParser
import Formats
import NielsenAppApi
import Playback

/// The playback options in the `--config` file.
struct FilePlaybackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The appInfo that an app passes to the SDK: a JSON object, or a file with one.",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: AppInfoArgument.parse
  )
  var appInfo: AppInfoArgument?

  @Option(
    help: ArgumentHelp(
      "The metadata that an app passes to 'loadMetadata': a JSON object, or a file with one.",
      discussion: "With an 'assetid', DCR measures the content, also between ads (--ads).",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: { try AppInfoArgument.parse($0, option: "--metadata") }
  )
  var metadata: AppInfoArgument?

  @Option(
    help: ArgumentHelp("The channel name of 'play'. (default: the input)", valueName: "name")
  )
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "The device that the pings describe: a JSON file with 'model', 'osVersion' and so on.",
      valueName: "file"
    ),
    completion: .file(),
    transform: DeviceArgument.parse
  )
  var device: DeviceProfile?

  @Option(
    help: ArgumentHelp(
      "The flavour of the SDK, the system's answer about tracking, or both, separated by a comma.",
      discussion: """
        Flavours: global (default), noAdFramework, noId. Answers: authorized (default), denied, restricted, \
        notDetermined, or limitAdTracking before iOS 14.
        """,
      valueName: "word,…"
    ),
    transform: PrivacyArgument.parse
  )
  var privacy: PrivacySettings?

  @Option(
    help: "Report playheads in seconds from the start ('vod') or as times of day ('live')."
  )
  var playhead: PlaybackOptions.Playhead?

  @Flag(help: "Play the ad breaks that the input marks.")
  var ads = false

  @OptionGroup var products: ProductOption

  @Option(
    help: ArgumentHelp(
      "The clock time at the start: Unix seconds, or a time like 2017-04-06T13:03:03Z.",
      discussion: "Default: the time in the tags, the scenario or the list of calls.",
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

  mutating func validate() throws {
    guard let device, let contradiction = privacy?.contradiction(on: device) else { return }
    throw ValidationError("privacy: \(contradiction).")
  }

  /// The options as settings, with the default configuration of the engine.
  var settings: PlaybackSettings {
    PlaybackSettings(
      appInfo: appInfo?.values,
      metadata: metadata.map { ["type": "content"].merging($0.values) { $1 } },
      channel: channel,
      device: device,
      privacy: privacy,
      playhead: playhead ?? .vod,
      start: start,
      playsAds: ads,
      seed: seed ?? 0,
      products: products.product
    )
  }
}

private func parseTime(_ text: String) throws -> Int64 {
  guard let time = Int64(text) ?? UTCTime.seconds(text) else {
    throw ValidationError(
      "'\(text)' is not a time: give Unix seconds, or a time like 2017-04-06T13:03:03Z."
    )
  }
  return time
}

/// The playback settings of commands that read them only from the `--config` file.
extension ConfigOption {
  var playback: PlaybackSettings {
    get throws {
      var settings = try options.playback.settings
      settings.baseConfiguration = config?.engine?.configuration ?? EngineConfiguration()
      // Each input of a batch starts at its own time.
      settings.start = nil
      return settings
    }
  }

  /// Refuses an appInfo with which the engine cannot start, and a configuration that would have to be fetched.
  func checkPlayback() throws {
    if case .url(let url) = config?.engine {
      throw ValidationError(
        "--config: engine: \(url.name): this command does not fetch a configuration: write it into the file."
      )
    }
    do {
      _ = try SynthesizedPlayer(options: try playback.options(for: ""))
    } catch {
      throw ValidationError("--config: app-info: \(error)")
    }
  }

  /// The notices about values that are dropped, converted or have no effect, one line each.
  var notices: [String] {
    get throws {
      let file = try options.playback
      return (file.appInfo?.notices(of: "app-info") ?? [])
        + (file.metadata?.notices(of: "metadata") ?? [])
        + UnmeasuredProducts.notices(
          of: [file.metadata?.values ?? [:]],
          measuresAudio: try playback.configuration.products.audio
        ).map { "metadata: \($0)" }
        + (config?.engine?.warnings ?? [])
    }
  }
}

/// The option for the products whose pings are kept.
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

enum DeviceArgument {
  private static let largest = 1 << 20

  static func parse(_ path: String) throws -> DeviceProfile {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: largest)
    } catch {
      throw ValidationError("\(path): \(error): name a file that describes a device.")
    }
    do {
      return try DeviceProfile(json: bytes)
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}

enum PrivacyArgument {
  private static let limited = "limitAdTracking"

  static func parse(_ text: String) throws -> PrivacySettings {
    var settings = PrivacySettings()
    var hasFlavour = false
    var hasAnswer = false
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let flavour = PrivacySettings.Flavour(rawValue: word), !hasFlavour {
        settings.flavour = flavour
        hasFlavour = true
      } else if let answer = PrivacySettings.Authorization(rawValue: word), !hasAnswer {
        settings.tracking = .authorization(answer)
        hasAnswer = true
      } else if word == limited, !hasAnswer {
        settings.tracking = .limitAdTracking(true)
        hasAnswer = true
      } else {
        let flavours = PrivacySettings.Flavour.allCases.map { "'\($0.rawValue)'" }
        let answers = PrivacySettings.Authorization.allCases.map { "'\($0.rawValue)'" }
        throw ValidationError(
          "--privacy \(text): give one of \(flavours.joined(separator: ", ")), "
            + "one of \((answers + ["'\(limited)'"]).joined(separator: ", ")), or one of each."
        )
      }
    }
    return settings
  }
}
