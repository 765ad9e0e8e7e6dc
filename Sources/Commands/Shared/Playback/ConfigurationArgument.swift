import ArgumentParser
import NielsenAppApi
import PingDelivery

/// The value of `--config`: where a configuration of the engine is.
enum ConfigurationArgument {
  /// It was read from a file.
  case read(EngineConfiguration.Reading)
  /// It is fetched from this URL when the command begins to work.
  case url(InputURL)

  /// A configuration with every template written out takes less than a hundredth.
  static let largest = 4 << 20

  /// Reads the file at `argument`, or takes it for a URL.
  static func parse(_ argument: String) throws -> ConfigurationArgument {
    if let scheme = InputURL.scheme(of: argument) { return .url(try url(argument, scheme)) }
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: argument, upTo: largest)
    } catch {
      throw ValidationError("\(argument): \(error): name a file or a URL with a configuration.")
    }
    do {
      return .read(try EngineConfiguration.reading(String(decoding: bytes, as: UTF8.self)))
    } catch {
      throw ValidationError("\(argument): \(error): see 'id3tap pings --print-config'.")
    }
  }

  private static func url(_ text: String, _ scheme: String) throws -> InputURL {
    guard let url = InputURL(text, scheme: scheme), url.kind == .web else {
      throw ValidationError("\(text): a configuration is fetched over http or https only.")
    }
    do {
      try Collector.checkAddress(text)
    } catch {
      let problem =
        error.code == .productionHost
        ? "nothing is fetched from where real measurement data is collected: name a server of "
          + "your own" : "\(error)"
      throw ValidationError("\(url.name): \(problem).")
    }
    return url
  }
}
