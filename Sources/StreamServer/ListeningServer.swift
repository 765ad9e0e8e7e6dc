import Glibc
import Hummingbird
import NIOCore
import Synchronization

/// An HTTP server in the background, from its start to its stop.
package final class ListeningServer: Sendable {
  private let address: ListeningAddress
  private let option: String
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// A server that does not listen yet. `option` is the one that gave `address`, for messages.
  package init(at address: ListeningAddress, option: String) {
    self.address = address
    self.option = option
  }

  deinit { task.withLock { $0?.cancel() } }

  /// What an application needs to know of its server.
  package struct Place: Sendable {
    /// Where it has to listen.
    package let address: BindAddress
    /// What it has to call when it listens.
    package let onServerRunning: @Sendable (any Channel) async -> Void
  }

  /// Runs an application. Returns when requests are answered.
  ///
  /// - Parameter make: Makes the application.
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  package func start<Responder: HTTPResponder>(
    _ make: @escaping @Sendable (Place) -> Application<Responder>
  ) async throws(StreamServerError) -> ListeningAddress {
    let address = address
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Int?, any Error>.self)
    let running = Task {
      let place = Place(
        address: .hostname(address.host, port: address.port),
        onServerRunning: { outcome.yield(.success($0.localAddress?.port)) }
      )
      do {
        // Signals are the business of whoever owns the process.
        try await make(place).runService(gracefulShutdownSignals: [])
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
