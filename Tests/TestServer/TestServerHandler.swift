import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers the requests of one connection, or of one stream of an HTTP/2 connection.
final class TestServerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// A header field that tells the compressor to work, and is taken away by it.
  static let compressionMark = "x-test-compress"

  private let connection: Int
  private let isHTTP2: Bool
  private let log: RequestLog
  private let routes: TestServer.Routes
  private var head: HTTPRequestHead?

  init(
    _ connection: Int,
    isHTTP2: Bool,
    _ log: RequestLog,
    _ routes: @escaping TestServer.Routes
  ) {
    self.connection = connection
    self.isHTTP2 = isHTTP2
    self.log = log
    self.routes = routes
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      let request = log.add(
        TestRequest(
          method: head.method.rawValue,
          target: head.uri,
          headers: head.headers.map { ($0.name, $0.value) },
          index: 0,
          connection: connection,
          isHTTP2: isHTTP2
        )
      )
      let answer = Answer(
        routes(request),
        version: head.version,
        isHTTP2: isHTTP2,
        keepsAlive: head.isKeepAlive
      )
      answer.send(on: context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Sends one response, as badly as it asks for.
private final class Answer {
  private let response: TestResponse
  private let version: HTTPVersion
  private let isHTTP2: Bool
  private let keepsAlive: Bool
  private var body: ByteBuffer
  private var left: Int

  init(_ response: TestResponse, version: HTTPVersion, isHTTP2: Bool, keepsAlive: Bool) {
    self.response = response
    self.version = version
    self.isHTTP2 = isHTTP2
    self.keepsAlive = keepsAlive && response.framing != .close
    body = response.body
    left = min(response.body.readableBytes, response.stop?.after ?? .max)
  }

  func send(on context: ChannelHandlerContext) {
    guard !response.isSilent else { return }
    after(response.delay, on: context) { context in
      self.sendHead(on: context)
      self.sendPieces(on: context)
    }
  }

  private func sendHead(on context: ChannelHandlerContext) {
    var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
    if response.framing == .length, !response.isCompressed {
      headers.replaceOrAdd(name: "Content-Length", value: "\(response.body.readableBytes)")
    }
    if response.isCompressed { headers.add(name: TestServerHandler.compressionMark, value: "1") }
    if !keepsAlive, !isHTTP2 { headers.replaceOrAdd(name: "Connection", value: "close") }
    let head = HTTPResponseHead(
      version: response.framing == .close ? .http1_0 : version,
      status: .init(statusCode: response.status),
      headers: headers
    )
    context.write(wrap(.head(head)), promise: nil)
  }

  private func sendPieces(on context: ChannelHandlerContext) {
    let count = min(left, response.pieceSize ?? left)
    if count > 0, let piece = body.readSlice(length: count) {
      context.write(wrap(.body(.byteBuffer(piece))), promise: nil)
      left -= count
    }
    guard left == 0 else {
      context.flush()
      return after(response.pieceDelay, on: context) { self.sendPieces(on: $0) }
    }
    guard let stop = response.stop else { return finish(on: context) }
    // An answer that breaks off is flushed first: what was sent shall arrive.
    let flushed = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrap(.body(.byteBuffer(ByteBuffer()))), promise: flushed)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    flushed.futureResult.whenComplete { _ in Self.break(stop.how, on: bound.value) }
  }

  private func finish(on context: ChannelHandlerContext) {
    let sent = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrap(.end(nil)), promise: sent)
    guard !keepsAlive, !isHTTP2 else { return }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
  }

  private static func `break`(_ how: TestResponse.Stop, on context: ChannelHandlerContext) {
    switch how {
    case .stall: break
    case .close: context.close(promise: nil)
    case .reset:
      // Closing with a linger time of 0 sends a reset (socket(7)).
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      let options = context.channel as? any SocketOptionProvider
      guard let options else { return context.close(promise: nil) }
      options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
        bound.value.close(promise: nil)
      }
    }
  }

  private func after(
    _ delay: Duration,
    on context: ChannelHandlerContext,
    _ body: @escaping (ChannelHandlerContext) -> Void
  ) {
    guard delay > .zero else { return body(context) }
    let bound = NIOLoopBound((context, body), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: TimeAmount(delay)) {
      guard bound.value.0.channel.isActive else { return }
      bound.value.1(bound.value.0)
    }
  }

  private func wrap(_ part: HTTPServerResponsePart) -> NIOAny { NIOAny(part) }
}
