import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTP server on a loopback address for tests. Routes are one closure, which is called on the
/// server's threads and must not block.
///
///     let server = try TestServer { request in
///       request.path == "/a.ts" ? .file(bytes, for: request) : .status(404)
///     }
///     server.url("/a.ts")  // http://127.0.0.1:PORT/a.ts
///
/// It ends with its last reference, or by `stop()`.
public final class TestServer: Sendable {
  /// Answers a request.
  public typealias Routes = @Sendable (TestRequest) -> TestResponse

  /// What the server speaks.
  public enum Speech: Sendable {
    /// HTTP/1.1 without encryption.
    case http1
    /// HTTP/1.1 over TLS, with the certificate of `TestCertificate`.
    case https1
    /// HTTP/2 over TLS.
    case http2
  }

  /// The port that the system chose.
  public let port: Int
  private let host: String
  private let speech: Speech
  private let channel: any Channel
  private let log: RequestLog

  /// Two threads of their own: the client's threads never wait for a route.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)

  /// Starts a server.
  public init(
    _ speech: Speech = .http1,
    host: String = "127.0.0.1",
    routes: @escaping Routes
  ) throws {
    let log = RequestLog()
    let context =
      try speech == .http1 ? nil : TestCertificate.context(offersHTTP2: speech == .http2)
    let bootstrap = ServerBootstrap(group: Self.group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let number = log.addConnection(channel)
          if let context {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          }
          guard speech == .http2 else {
            try Self.configureHTTP1(channel, number, log, routes)
            return
          }
          _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server,
            connectionConfiguration: .init(),
            streamConfiguration: .init()
          ) { stream in
            stream.eventLoop.makeCompletedFuture {
              try stream.pipeline.syncOperations.addHandlers([
                HTTP2FramePayloadToHTTP1ServerCodec(), Self.compressor(),
                TestServerHandler(number, isHTTP2: true, log, routes),
              ])
            }
          }
        }
      }
    channel = try bootstrap.bind(host: host, port: 0).wait()
    port = channel.localAddress?.port ?? 0
    self.host = host
    self.speech = speech
    self.log = log
  }

  deinit { stop() }

  /// Closes the port and all connections.
  public func stop() {
    channel.close(promise: nil)
    for connection in log.connections { connection.close(promise: nil) }
  }

  /// The URL of a path on the server, with another name for its host where one is given.
  public func url(_ path: String, host: String? = nil) -> String {
    let host = host ?? self.host
    let isIPv6 = host.contains(":")
    return "\(speech == .http1 ? "http" : "https")://\(isIPv6 ? "[\(host)]" : host):\(port)\(path)"
  }

  /// The requests so far, in their order.
  public var requests: [TestRequest] { log.requests }

  /// How many requests came for a path.
  public func count(of path: String) -> Int { requests.count { $0.path == path } }

  /// How many connections were accepted.
  public var connectionCount: Int { log.connectionCount }

  private static func configureHTTP1(
    _ channel: any Channel,
    _ number: Int,
    _ log: RequestLog,
    _ routes: @escaping Routes
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
    try pipeline.addHandler(compressor())
    try pipeline.addHandler(TestServerHandler(number, isHTTP2: false, log, routes))
  }

  private static func compressor() -> HTTPResponseCompressor {
    HTTPResponseCompressor(responseCompressionPredicate: { head, _ in
      let isMarked = head.headers.contains(name: TestServerHandler.compressionMark)
      head.headers.remove(name: TestServerHandler.compressionMark)
      return isMarked ? .compressIfPossible : .doNotCompress
    })
  }
}
