import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on 127.0.0.1 that remembers what it was asked and answers as it was told.
public final class LoopbackCollector: Sendable {
  /// A request as it came.
  public struct Request: Sendable, Equatable {
    public var uri: String
    public var method: String
    public var host: String
    public var userAgent: String
    /// Counts connections from 0.
    public var connection: Int
  }

  /// What to answer.
  public struct Answer: Sendable {
    public var status = 204
    public var headers: [(String, String)] = []
    public var body = ""
    /// Whether the request is not answered at all: the connection stays open.
    public var isSilent = false
    /// Whether the connection is closed instead of an answer.
    public var closes = false

    public init(_ status: Int = 204, headers: [(String, String)] = []) {
      self.status = status
      self.headers = headers
    }

    /// Sends the client somewhere else.
    public static func redirect(_ status: Int = 302, to location: String) -> Answer {
      Answer(status, headers: [("Location", location)])
    }

    public static var silence: Answer {
      var answer = Answer()
      answer.isSilent = true
      return answer
    }

    public static var hangUp: Answer {
      var answer = Answer()
      answer.closes = true
      return answer
    }
  }

  private let log: RequestLog
  private let channel: any Channel
  /// Where it listens.
  public let port: Int

  /// Listens on a free port, or on `port`. `answer` gets the number of the request, from 0, and its
  /// path and query; it runs on the event loop.
  public init(
    port: Int = 0,
    _ answer: @escaping @Sendable (_ index: Int, _ uri: String) -> Answer = { _, _ in Answer() }
  ) async throws {
    let log = RequestLog()
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(RequestHandler(log: log, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    self.port = channel.localAddress?.port ?? 0
    self.log = log
  }

  /// The URL of the server.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in order.
  public var requests: [Request] { log.requests }

  /// The paths and queries of the requests so far, in order.
  public var uris: [String] { log.requests.map(\.uri) }

  /// Returns when there have been `count` requests.
  public func requests(_ count: Int) async -> [Request] {
    await log.wait(count)
    return requests
  }

  /// Stops listening. Connections that are open stay so.
  public func stop() async throws { try await channel.close().get() }
}

/// What came in so far.
private final class RequestLog: Sendable {
  private struct State {
    var requests: [LoopbackCollector.Request] = []
    var connections = 0
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var requests: [LoopbackCollector.Request] { state.withLock { $0.requests } }

  func newConnection() -> Int {
    state.withLock { state in
      defer { state.connections += 1 }
      return state.connections
    }
  }

  /// Adds a request; gives its number.
  func add(_ request: LoopbackCollector.Request) -> Int {
    let (index, due) = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      let due = state.waiters.filter { $0.count <= count }.map(\.continuation)
      state.waiters.removeAll { $0.count <= count }
      return (count - 1, due)
    }
    for continuation in due { continuation.resume() }
    return index
  }

  func wait(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// Answers the requests of one connection.
private final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let log: RequestLog
  private let answer: @Sendable (Int, String) -> LoopbackCollector.Answer
  private let connection: Int
  private var head: HTTPRequestHead?

  init(log: RequestLog, answer: @escaping @Sendable (Int, String) -> LoopbackCollector.Answer) {
    self.log = log
    self.answer = answer
    connection = log.newConnection()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end: reply(context)
    }
  }

  private func reply(_ context: ChannelHandlerContext) {
    guard let head else { return }
    let index = log.add(
      LoopbackCollector.Request(
        uri: head.uri,
        method: head.method.rawValue,
        host: head.headers.first(name: "host") ?? "",
        userAgent: head.headers.first(name: "user-agent") ?? "",
        connection: connection
      )
    )
    let answer = answer(index, head.uri)
    guard !answer.isSilent else { return }
    guard !answer.closes else {
      context.close(promise: nil)
      return
    }
    var headers = HTTPHeaders(answer.headers)
    if answer.status != 204 {
      headers.add(name: "Content-Length", value: "\(answer.body.utf8.count)")
    }
    let response = HTTPResponseHead(
      version: .http1_1,
      status: HTTPResponseStatus(statusCode: answer.status),
      headers: headers
    )
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    if !answer.body.isEmpty {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))),
        promise: nil
      )
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
