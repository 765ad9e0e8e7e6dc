import Glibc
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Serves the files of a folder over HTTP: playlists, segments and keys, whole or in ranges.
///
/// Files may be replaced while it runs. It hands out nothing outside of the folder and nothing whose name
/// starts with a full stop.
public final class StreamServer: Sendable {
  private let address: ListeningAddress
  private let folder: ServedFolder
  private let logger: Logger
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// A server that does not listen yet.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - address: where to listen.
  ///   - logger: takes what the server has to say.
  /// - Throws: `StreamServerError` with code `folder`.
  public init(folder: String, address: ListeningAddress, logger: Logger) throws(StreamServerError) {
    guard let served = ServedFolder(folder) else {
      throw StreamServerError(
        code: .folder,
        description: "\(folder): no such folder: name one that exists"
      )
    }
    self.folder = served
    self.address = address
    self.logger = logger
  }

  deinit { task.withLock { $0?.cancel() } }

  /// Starts to listen. Returns when requests are answered.
  ///
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  public func start() async throws(StreamServerError) -> ListeningAddress {
    let (address, responder, logger) = (address, FolderResponder(folder: folder), logger)
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Int?, any Error>.self)
    let running = Task {
      let application = Application(
        responder: responder,
        configuration: ApplicationConfiguration(
          address: .hostname(address.host, port: address.port)
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
      throw StreamServerError(code: .address, description: "\(address): \(Self.problem(error))")
    case nil:
      throw StreamServerError(
        code: .address,
        description: "\(address): was stopped before it listened: start it again"
      )
    }
  }

  /// Ends all connections and stops to listen; returns when that is done.
  public func stop() async {
    let running = task.withLock { task in
      defer { task = nil }
      return task
    }
    running?.cancel()
    await running?.value
  }

  private static func problem(_ error: any Error) -> String {
    guard let error = error as? IOError else {
      return "cannot be listened at (\(error)): name an address of this machine with --serve"
    }
    let reason = String(cString: strerror(error.errnoCode))
    switch error.errnoCode {
    case EADDRINUSE: return "is in use: name another port with --serve, or 0 for a free one"
    case EACCES: return "needs more rights: name a port above 1023 with --serve"
    default: return "cannot be listened at (\(reason)): name another address with --serve"
    }
  }
}
