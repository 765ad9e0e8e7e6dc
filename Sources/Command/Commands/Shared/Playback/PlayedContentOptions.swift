import ArgumentParser
import NielsenAppApi
import Playback

/// The content, the screen and the user that the app reports.
struct PlayedContentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the app passes to 'loadMetadata': a JSON object, or a file with one.",
      discussion: "With an 'assetid' the content is measured by DCR, also between ads (--ads).",
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
      "What the pings say about the device: a JSON file with 'model', 'osVersion' and so on.",
      valueName: "file"
    ),
    completion: .file(),
    transform: DeviceArgument.parse
  )
  var device: DeviceProfile?

  @Option(
    help: ArgumentHelp(
      "The flavour of the SDK, what the system answers about tracking, or both with a comma.",
      discussion: """
        Flavours: global (default), noAdFramework, noId. Answers: authorized (default), denied, restricted, \
        notDetermined; limitAdTracking of iOS before 14.
        """,
      valueName: "word,…"
    ),
    transform: PrivacyArgument.parse
  )
  var privacy: PrivacySettings?

  /// The notices about data that is left out or converted in the metadata, one line each.
  var notices: [String] { metadata?.notices(of: "metadata") ?? [] }

  /// Puts what was given into `settings`.
  func apply(to settings: inout PlaybackSettings) {
    settings.metadata = metadata.map { ["type": "content"].merging($0.values) { $1 } }
    settings.channel = channel
    settings.device = device
    settings.privacy = privacy
  }
}

/// The value of `device` in the file of `--config`.
enum DeviceArgument {
  /// The limit of a value; an app would pass a few lines.
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

/// The value of `privacy` in the file of `--config`.
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
