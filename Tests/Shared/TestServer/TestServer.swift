import Foundation
import Synchronization

/// An HTTP server on a loopback address for tests. Routes are one closure, which is called on the thread of the
/// request's connection.
///
///     let server = try TestServer { request in
///       request.path == "/a.ts" ? .file(bytes, for: request) : .status(404)
///     }
///     server.url("/a.ts")  // http://127.0.0.1:PORT/a.ts
///
/// The server ends with its last reference, or by `stop()`. TLS and HTTP/2 need nginx, so tests that use them are
/// `.enabled(if: Tool.isThere("nginx"))`.
public final class TestServer: Sendable {
  /// Answers a request.
  public typealias Routes = @Sendable (TestRequest) -> TestResponse

  /// The protocol of the server.
  public enum Speech: Sendable {
    /// HTTP/1.1 without encryption.
    case http1
    /// HTTP/1.1 over TLS, with the certificate of `TestCertificate`.
    case https1
    /// HTTP/2 over TLS.
    case http2
  }

  /// The port for clients, chosen by the system unless one was given.
  public let port: Int
  private let host: String
  private let speech: Speech
  private let log = RequestLog()
  private let listener: Listener
  private let proxy: Mutex<TLSProxy?>

  /// Starts a server.
  public convenience init(
    _ speech: Speech = .http1,
    host: String = "127.0.0.1",
    routes: @escaping Routes
  ) throws {
    try self.init(speech, host: host, port: 0) { request, _ in routes(request) }
  }

  /// Starts a server whose routes also get the number of the request among all requests, from 0.
  package init(
    _ speech: Speech = .http1,
    host: String = "127.0.0.1",
    port: Int,
    routes: @escaping @Sendable (TestRequest, Int) -> TestResponse
  ) throws {
    self.host = host
    self.speech = speech
    listener = try Listener(host: host, port: port) { [log] socket in
      guard let number = log.addConnection(socket) else { return socket.close() }
      TestConnection(socket: socket, number: number, log: log, routes: routes).start()
    }
    guard speech != .http1 else {
      self.port = listener.port
      proxy = Mutex(nil)
      return
    }
    let proxy = try TLSProxy(host: host, toPort: listener.port, offersHTTP2: speech == .http2)
    self.port = proxy.port
    self.proxy = Mutex(proxy)
  }

  deinit { stop() }

  /// Closes the port and all connections. The port is free when this returns.
  public func stop() {
    stopListening()
    log.closeConnections()
  }

  /// Closes the port. Open connections without TLS stay open.
  package func stopListening() {
    proxy.withLock { $0 = nil }
    listener.stop()
  }

  /// The URL of a path on the server, optionally with another host name.
  public func url(_ path: String, host: String? = nil) -> String {
    let host = host ?? self.host
    let isIPv6 = host.contains(":")
    return "\(speech == .http1 ? "http" : "https")://\(isIPv6 ? "[\(host)]" : host):\(port)\(path)"
  }

  /// The requests so far, in their order.
  public var requests: [TestRequest] { log.requests }

  /// Returns the requests when at least `count` were received.
  public func requests(_ count: Int) async -> [TestRequest] {
    await log.wait(for: count)
    return requests
  }

  /// Sends bytes on all open connections, even without a request; not with TLS.
  package func push(_ bytes: [UInt8]) { log.push(bytes) }

  /// The number of requests for a path.
  public func count(of path: String) -> Int { requests.count { $0.path == path } }

  /// The number of accepted connections. With TLS these are the connections of nginx, one per request.
  public var connectionCount: Int { log.connectionCount }
}

/// A port, and the thread that accepts its connections.
private final class Listener: Sendable {
  let port: Int
  private let socket: Mutex<Socket?>
  private let end = DispatchGroup()

  init(host: String, port: Int, accepted: @escaping @Sendable (Socket) -> Void) throws {
    let socket = try Socket.listening(on: host, port: port)
    self.port = socket.port
    self.socket = Mutex(socket)
    end.enter()
    Thread.detachNewThread { [end] in
      while let connection = socket.accept() { accepted(connection) }
      end.leave()
    }
  }

  deinit { stop() }

  /// Closes the port.
  func stop() {
    socket.withLock { socket in
      guard let open = socket else { return }
      open.shutDown()
      // The system can reuse the number of a closed socket at once, so the thread must have stopped using the socket.
      end.wait()
      open.close()
      socket = nil
    }
  }
}
