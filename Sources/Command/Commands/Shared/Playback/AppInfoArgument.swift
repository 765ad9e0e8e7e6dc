import ArgumentParser
import Formats
import NielsenAppApi
import PingDelivery
import Playback

/// The value of `--app-info`, or of `app-info` or `metadata` in the `--config` file: a JSON object, or a file with one.
struct AppInfoArgument {
  /// The keys and values as text.
  var values: [String: String]
  /// The keys whose values are numbers or booleans. The SDK requires text, so they are converted.
  var converted: [String]
  /// The keys whose values are arrays or objects, which the engine does not accept.
  var dropped: [String]

  /// The maximum size of a file, in bytes.
  private static let largest = 1 << 20

  static func parse(_ argument: String) throws -> AppInfoArgument {
    try parse(argument, option: "--app-info")
  }

  /// Reads the value of `option`.
  static func parse(_ argument: String, option: String) throws -> AppInfoArgument {
    guard let first = argument.first(where: { !$0.isWhitespace }), "{[".contains(first) else {
      return try object(in: file(argument), from: argument)
    }
    return try object(in: Array(argument.utf8), from: "the JSON of \(option)")
  }

  /// The notices about keys in the value of `option` that are dropped or converted, one line each.
  func notices(of option: String) -> [String] {
    dropped.map { "\(option): the value of '\($0)' is dropped: give a string or a number" }
      + converted.map {
        "\(option): the value of '\($0)' is not text: it is read as \"\(values[$0] ?? "")\", and an app "
          + "must pass it as text"
      }
  }

  private static func file(_ path: String) throws -> [UInt8] {
    do {
      return try SmallFile.bytes(of: path, upTo: largest)
    } catch {
      throw ValidationError(
        "\(path): \(error): name a file with a JSON object, or give the object."
      )
    }
  }

  private static func object(in bytes: [UInt8], from origin: String) throws -> AppInfoArgument {
    let json: LocatedJSON
    do throws(ScenarioError) {
      json = try ScenarioFields.json(file: bytes)
    } catch {
      throw ValidationError("\(origin) is not a JSON object: \(error).")
    }
    guard case .object(let members) = json.value else {
      throw ValidationError(
        "\(origin) is not a JSON object of strings and numbers, such as {\"name\": \"text\"}."
      )
    }
    var argument = AppInfoArgument(values: [:], converted: [], dropped: [])
    for member in members.sorted(by: { $0.name < $1.name }) {
      switch ArgumentScalar(member.value) {
      case .text(let text): argument.values[member.name] = text
      case .converted(let text):
        argument.values[member.name] = text
        argument.converted.append(member.name)
      case .structured: argument.dropped.append(member.name)
      case .null: break
      }
    }
    return argument
  }
}

/// The value of `--scenario`: a script of the viewer's actions.
struct ScenarioArgument {
  var path: String
  var scenario: Scenario

  /// Reads the file at `path`. If the file cannot be read, `path` may be the name of a built-in scenario.
  static func parse(_ path: String) throws -> ScenarioArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: Scenario.sizeLimit)
    } catch {
      guard let delivered = DeliveredScenario.named(path) else {
        throw ValidationError(
          "\(path): \(error): name a file with a scenario, or one of 'id3tap scenario --list'."
        )
      }
      bytes = Array(delivered.json.utf8)
    }
    do {
      return ScenarioArgument(path: path, scenario: try Scenario(json: bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}

enum ConfigurationArgument: Sendable {
  /// A configuration that was read from a file, or fetched.
  case read(EngineConfiguration.Reading)
  /// A URL from which the configuration is fetched when the command starts.
  case url(InputURL)

  private var reading: EngineConfiguration.Reading? {
    guard case .read(let reading) = self else { return nil }
    return reading
  }

  /// The configuration that was read. Nil for a URL that has not been fetched yet.
  var configuration: EngineConfiguration? { reading?.configuration }

  /// The notices about members that have no effect, one line each.
  var warnings: [String] {
    (reading?.warnings ?? []).map { "--config: \($0): it has no effect" }
  }

  static let largest = 4 << 20

  /// Reads the JSON text of a configuration. `name` is the file's name for errors.
  static func reading(_ json: [UInt8], of name: String) throws -> ConfigurationArgument {
    do {
      return .read(try EngineConfiguration.reading(String(decoding: json, as: UTF8.self)))
    } catch {
      throw ValidationError("\(name): \(error): see 'id3tap pings --print-config'.")
    }
  }

  static func url(of text: String, _ scheme: String) throws -> ConfigurationArgument {
    guard let url = InputURL(text, scheme: scheme), url.kind == .web else {
      throw ValidationError("\(text): a configuration is fetched over http or https only.")
    }
    do {
      try Collector.checkAddress(text)
    } catch {
      let problem =
        error.isProductionHost
        ? "nothing is fetched from hosts that collect real measurement data: name a server of "
          + "your own" : "\(error)"
      throw ValidationError("\(url.name): \(problem).")
    }
    return .url(url)
  }
}
