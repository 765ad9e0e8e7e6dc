import ArgumentParser
import NielsenAppApi

/// The value of `--config`: a file with a configuration of the engine.
struct ConfigurationArgument {
  /// The configuration: that of the file laid over the embedded one.
  var configuration: EngineConfiguration
  /// Keys that mean nothing.
  var warnings: [String]

  /// A configuration with every template written out takes less than a hundredth.
  private static let largest = 4 << 20

  /// Reads the file at `path`.
  static func parse(_ path: String) throws -> ConfigurationArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: largest)
    } catch {
      throw ValidationError("\(path): \(error): name a file with a configuration.")
    }
    do {
      let reading = try EngineConfiguration.reading(String(decoding: bytes, as: UTF8.self))
      return ConfigurationArgument(
        configuration: reading.configuration,
        warnings: reading.warnings
      )
    } catch {
      throw ValidationError("\(path): \(error): see 'id3tap pings --print-config'.")
    }
  }
}
