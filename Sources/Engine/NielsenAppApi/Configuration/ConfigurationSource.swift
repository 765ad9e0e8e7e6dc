import Glibc
import System

/// The source of an engine's configuration. The JSON is merged into ``EngineEnvironment/configuration``, as
/// ``EngineConfiguration/reading(_:over:)`` describes.
public enum ConfigurationSource: Sendable {
  /// No JSON: ``EngineEnvironment/configuration`` is used unchanged.
  case embedded
  /// The JSON text of a configuration.
  case json(String)
  /// The path of a file with a JSON text.
  case file(String)
  /// A fetcher, which gets a JSON text and passes it to `deliver` once, at any time and on any thread.
  ///
  /// Until the answer arrives, an engine that is not switched off is in its Initial state and queues calls. The fetcher
  /// is called once per start, on the thread of the API call, and may retry. A fetcher that fails passes a
  /// ``ConfigurationRequestError``. The engine then uses the last configuration that was stored, if there is one.
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

enum ConfigurationOutcome: Sendable {
  case ready(EngineConfiguration, warnings: [String])
  case failed([EngineProblem])
  /// The configuration must be requested first.
  case awaited

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

  /// Error 5 (the configuration is not valid) with the cause.
  static func problem(_ error: EngineConfigurationError) -> EngineProblem {
    EngineProblem(.failedParseConfig, "init: \(error.description): correct the configuration")
  }

  var configuration: EngineConfiguration? {
    guard case .ready(let configuration, _) = self else { return nil }
    return configuration
  }
}

enum ConfigurationFile {
  /// The maximum size of a configuration file in bytes.
  private static let limit = 4 << 20

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
