import Glibc
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Serves the files of a folder over HTTP: playlists, segments and keys, whole or in ranges.
///
/// Files may be replaced while it runs. It hands out nothing outside of the folder and nothing whose name
/// starts with a full stop.
public final class StreamServer: Sendable {
  private let address: ListeningAddress
  private let folder: ServedFolder
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    var task: Task<Void, Never>?
    var ended: EventLoopFuture<Void>?
  }

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

  deinit { state.withLock { $0.task?.cancel() } }

  /// Starts to listen. Returns when requests are answered; blocks the calling thread until then.
  ///
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  public func start() throws(StreamServerError) -> ListeningAddress {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    let started = eventLoop.makePromise(of: Int?.self)
    let ended = eventLoop.makePromise(of: Void.self)
    let application = Application(
      responder: FolderResponder(folder: folder),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port)
      ),
      onServerRunning: { channel in started.succeed(channel.localAddress?.port) },
      logger: logger
    )
    let task = Task {
      do {
        // Signals are the business of whoever owns the process.
        try await application.runService(gracefulShutdownSignals: [])
      } catch {
        // Nothing happens when it had started.
        started.fail(error)
      }
      ended.succeed()
    }
    state.withLock { $0 = State(task: task, ended: ended.futureResult) }
    do {
      let port = try started.futureResult.wait()
      return ListeningAddress(host: address.host, port: port ?? address.port)
    } catch {
      throw StreamServerError(code: .address, description: "\(address): \(Self.problem(error))")
    }
  }

  /// Ends all connections and stops to listen; blocks the calling thread until that is done.
  public func stop() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.task?.cancel()
    // The future never fails.
    try? state.ended?.wait()
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
