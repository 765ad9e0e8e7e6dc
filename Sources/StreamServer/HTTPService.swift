import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// An HTTP/1.1 server around something that answers requests. It ends with its last reference.
package final class HTTPService<Responder: HTTPResponder>: Sendable
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
  private let address: ListeningAddress
  private let responder: Responder
  private let option: String
  private let server: HTTPServerBuilder
  private let connections: Int?
  private let logger: Logger
  private let end = ServerLogHandler.End()
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// A server that does not listen yet.
  ///
  /// - Parameters:
  ///   - responder: answers requests, on any thread.
  ///   - address: where to listen.
  ///   - option: the option of the command that names the address, for messages.
  ///   - server: how requests are read and answers written.
  ///   - connections: how many may be open at the same time; nil: any number.
  ///   - logger: takes the warnings of the server.
  package init(
    _ responder: Responder,
    address: ListeningAddress,
    option: String,
    server: HTTPServerBuilder = .http1(),
    connections: Int? = nil,
    logger: Logger
  ) {
    self.responder = responder
    self.address = address
    self.option = option
    self.server = server
    self.connections = connections
    let handler = ServerLogHandler(address, end: end, logger: logger)
    self.logger = Logger(label: "server") { _ in handler }
  }

  deinit {
    end.begin()
    task.withLock { $0?.cancel() }
  }

  /// Starts to listen. Returns when requests are answered.
  ///
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  package func start() async throws(StreamServerError) -> ListeningAddress {
    let (address, responder, server, logger) = (address, responder, server, logger)
    let connections = connections.map { MaximumAvailableConnections($0, logger: logger) }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Int?, any Error>.self)
    let running = Task {
      let application = Application(
        responder: responder,
        server: server,
        configuration: ApplicationConfiguration(
          address: .hostname(address.host, port: address.port),
          availableConnectionsDelegate: connections
        ),
        onServerRunning: { outcome.yield(.success($0.localAddress?.port)) },
        logger: logger
      )
      do {
        // Signals are the business of whoever owns the process.
        try await application.runService(gracefulShutdownSignals: [])
      } catch {
        outcome.yield(.failure(error))
      }
      outcome.finish()
    }
    task.withLock { $0 = running }
    switch await outcomes.first(where: { _ in true }) {
    case .success(let port):
      return ListeningAddress(host: address.host, port: port ?? address.port)
    case .failure(let error):
      throw StreamServerError(code: .address, description: "\(address): \(problem(error))")
    case nil:
      throw StreamServerError(
        code: .address,
        description: "\(address): was stopped before it listened: start it again"
      )
    }
  }

  /// Ends all connections and stops to listen; returns when that is done.
  package func stop() async {
    end.begin()
    let running = task.withLock { task in
      defer { task = nil }
      return task
    }
    running?.cancel()
    await running?.value
  }

  private func problem(_ error: any Error) -> String {
    guard let error = error as? IOError else {
      return "cannot be listened at (\(error)): name an address of this machine with \(option)"
    }
    let reason = String(cString: strerror(error.errnoCode))
    switch error.errnoCode {
    case EADDRINUSE: return "is in use: name another port with \(option), or 0 for a free one"
    case EACCES: return "needs more rights: name a port above 1023 with \(option)"
    default: return "cannot be listened at (\(reason)): name another address with \(option)"
    }
  }
}
