import Glibc
import System

/// The source of an engine's configuration. The result is merged into ``EngineEnvironment/configuration``:
/// objects merge, arrays and scalars replace.
public enum ConfigurationSource: Sendable {
  /// ``EngineEnvironment/configuration``, unchanged.
  case embedded
  /// A JSON text.
  case json(String)
  /// The path of a file with a JSON text.
  case file(String)
  /// A fetcher, which gets a JSON text and passes it to `deliver` once, at any time and on any thread.
  ///
  /// Until the text is delivered, the engine is in its Initial state and keeps calls. The fetcher is called once per
  /// start, on the thread of the API call, and may retry. If it fails, it passes a ``ConfigurationRequestError``; the
  /// engine then uses the last configuration it has received, if there is one.
  case request(
    @Sendable (
      _ deliver: @escaping @Sendable (Result<String, ConfigurationRequestError>) -> Void
    ) -> Void
  )
}

/// The error of a fetcher that did not receive a configuration.
public struct ConfigurationRequestError: Error, Sendable, CustomStringConvertible {
  /// The reason why the configuration was not received.
  public var description: String

  /// Makes an error with a description of the cause.
  public init(_ description: String) { self.description = description }
}

/// The result of loading a configuration.
enum ConfigurationOutcome: Sendable {
  /// A valid configuration, and warnings for the log.
  case ready(EngineConfiguration, warnings: [String])
  /// No usable configuration.
  case failed([EngineProblem])
  /// The configuration was requested and has not arrived yet.
  case awaited

  /// Loads the configuration from the source in `environment`.
  init(_ environment: EngineEnvironment) {
    switch environment.configurationSource {
    case .embedded:
      self.init(environment.configuration)
    case .json(let text):
      self.init(json: text, over: environment.configuration)
    case .file(let path):
      do {
        self.init(json: try ConfigurationFile.text(at: path), over: environment.configuration)
      } catch {
        self = .failed([
          EngineProblem(.fileReadFailure, "init: \(error.description)"),
          EngineProblem(
            .failedReceiveConfig,
            "init: there is no configuration: give a file that can be read"
          ),
        ])
      }
    case .request:
      self = .awaited
    }
  }

  /// Reads `json` and merges it into `base`.
  init(json: String, over base: EngineConfiguration) {
    do {
      let reading = try EngineConfiguration.reading(json, over: base)
      self = .ready(reading.configuration, warnings: reading.warnings)
    } catch {
      self = .failed([Self.problem(error)])
    }
  }

  private init(_ configuration: EngineConfiguration) {
    do {
      try configuration.validate()
      self = .ready(configuration, warnings: [])
    } catch {
      self = .failed([Self.problem(error)])
    }
  }

  /// Error 5 (the configuration cannot be parsed) with the cause.
  static func problem(_ error: EngineConfigurationError) -> EngineProblem {
    EngineProblem(.failedParseConfig, "init: \(error.description): correct the configuration")
  }

  /// The configuration; nil when loading failed or has not finished.
  var configuration: EngineConfiguration? {
    guard case .ready(let configuration, _) = self else { return nil }
    return configuration
  }
}

/// Reads a configuration from a file.
enum ConfigurationFile {
  /// The maximum size of a configuration in bytes.
  private static let limit = 4 << 20

  /// The text of the file at `path`.
  static func text(at path: String) throws(ConfigurationRequestError) -> String {
    guard let file = fopen(path, "rb") else {
      throw ConfigurationRequestError(
        "the configuration file \(path) cannot be opened (\(SystemError.reason()))"
      )
    }
    defer { fclose(file) }
    // Reading one byte past the limit detects a larger file; the limit also ends a read from an endless device.
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else {
      throw ConfigurationRequestError(
        "the configuration file \(path) cannot be read (\(SystemError.reason()))"
      )
    }
    guard count <= limit else {
      throw ConfigurationRequestError("the configuration file \(path) is larger than 4 MiB")
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
