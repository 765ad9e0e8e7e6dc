import Hummingbird
import Logging

/// An HTTP/1.1 server around something that answers requests. It ends with its last reference.
package final class HTTPService<Responder: HTTPResponder>: Sendable
where Responder.Context == BasicRequestContext {
  private let responder: Responder
  private let logger: Logger
  private let server: ListeningServer

  /// A server that does not listen yet.
  ///
  /// - Parameters:
  ///   - responder: answers requests, on any thread.
  ///   - address: where to listen.
  ///   - option: the option of the command that names the address, for messages.
  ///   - logger: takes what the server has to say.
  package init(
    _ responder: Responder,
    address: ListeningAddress,
    option: String,
    logger: Logger
  ) {
    self.responder = responder
    self.logger = logger
    server = ListeningServer(at: address, option: option)
  }

  /// Starts to listen. Returns when requests are answered.
  ///
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  package func start() async throws(StreamServerError) -> ListeningAddress {
    let (responder, logger) = (responder, logger)
    return try await server.start { place in
      Application(
        responder: responder,
        configuration: ApplicationConfiguration(address: place.address),
        onServerRunning: place.onServerRunning,
        logger: logger
      )
    }
  }

  /// Ends all connections and stops to listen; returns when that is done.
  package func stop() async { await server.stop() }
}
