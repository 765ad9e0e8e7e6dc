import ArgumentParser
import NielsenAppApi
import PingDelivery

/// Where a configuration of the engine is.
enum ConfigurationArgument: Sendable {
  /// It was read from a file.
  case read(EngineConfiguration.Reading)
  /// It is fetched from this URL when the command begins to work.
  case url(InputURL)

  private var reading: EngineConfiguration.Reading? {
    guard case .read(let reading) = self else { return nil }
    return reading
  }

  /// The configuration that was read; nil before a URL is fetched.
  var configuration: EngineConfiguration? { reading?.configuration }

  /// The notices about what has no effect, one line each.
  var warnings: [String] {
    (reading?.warnings ?? []).map { "--config: \($0): it has no effect" }
  }

  /// A configuration with every template written out takes less than a hundredth.
  static let largest = 4 << 20

  /// Reads the JSON text of a configuration; `name` is that of its file.
  static func reading(_ json: [UInt8], of name: String) throws -> ConfigurationArgument {
    do {
      return .read(try EngineConfiguration.reading(String(decoding: json, as: UTF8.self)))
    } catch {
      throw ValidationError("\(name): \(error): see 'id3tap pings --print-config'.")
    }
  }

  /// The configuration at a URL.
  static func url(of text: String, _ scheme: String) throws -> ConfigurationArgument {
    guard let url = InputURL(text, scheme: scheme), url.kind == .web else {
      throw ValidationError("\(text): a configuration is fetched over http or https only.")
    }
    do {
      try Collector.checkAddress(text)
    } catch {
      let problem =
        error.isProductionHost
        ? "nothing is fetched from where real measurement data is collected: name a server of "
          + "your own" : "\(error)"
      throw ValidationError("\(url.name): \(problem).")
    }
    return .url(url)
  }
}
