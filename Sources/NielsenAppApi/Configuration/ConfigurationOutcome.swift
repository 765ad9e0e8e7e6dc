/// The result of loading a configuration.
enum ConfigurationOutcome: Sendable {
  /// A valid configuration and remarks for the log.
  case ready(EngineConfiguration, warnings: [String])
  /// Nothing that can be used.
  case failed([EngineProblem])
  /// It is on its way.
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

  /// Error 5 with what is wrong.
  static func problem(_ error: EngineConfigurationError) -> EngineProblem {
    EngineProblem(.failedParseConfig, "init: \(error.description): correct the configuration")
  }

  /// The configuration, if there is one.
  var configuration: EngineConfiguration? {
    guard case .ready(let configuration, _) = self else { return nil }
    return configuration
  }
}
