/// The source of an engine's configuration. The result is merged into ``EngineEnvironment/configuration``:
/// objects merge, arrays and scalars replace.
public enum ConfigurationSource: Sendable {
  /// ``EngineEnvironment/configuration`` as it is.
  case embedded
  /// A JSON text.
  case json(String)
  /// The path of a file with a JSON text.
  case file(String)
  /// A fetcher gets a JSON text and passes it to `deliver`, once, at any time and on any thread.
  ///
  /// Until then the engine is in its Initial state and keeps the calls it gets. The fetcher is called
  /// once per start on the thread of the API call, may retry, and passes
  /// ``ConfigurationRequestError`` when it has failed; the engine then uses the last configuration it
  /// has received, if it has any.
  case request(
    @Sendable (
      _ deliver: @escaping @Sendable (Result<String, ConfigurationRequestError>) -> Void
    ) -> Void
  )
}

/// A configuration was not received.
public struct ConfigurationRequestError: Error, Sendable, CustomStringConvertible {
  /// Why not.
  public var description: String

  /// Makes an error that says why.
  public init(_ description: String) { self.description = description }
}
