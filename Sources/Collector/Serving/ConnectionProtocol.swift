import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What HTTP/1 asks of a connection beside requests and answers (RFC 9110, 9.3.2 and 10.1.1; RFC 9112, 9.6):
/// it ends with the answer that says so, and after each to HTTP/1.0; `Expect: 100-continue` is answered;
/// answers to HEAD have no body.
final class ConnectionProtocol: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long the rest of a refused request is read: closing a connection with something unread resets it,
  /// and may take the answer with it.
  static let lingering: TimeAmount = .seconds(1)

  /// A request whose answer has not ended.
  private struct Exchange {
    var isHead = false
    var isOld = false
    var closes = true
    var expectsContinue = false
  }

  private let bodySize: Int
  private let logger: Logger
  /// The oldest first.
  private var exchanges: [Exchange] = []
  /// The one that is answered now.
  private var answered = Exchange()
  private var isReceiving = false
  private var isEnding = false
  private var lingeringEnd: Scheduled<Void>?

  /// Bodies that are longer than `bodySize` are not waited for.
  init(bodySize: Int, logger: Logger) {
    self.bodySize = bodySize
    self.logger = logger
  }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if isEnding {
      // Nobody would get an answer. With the end of the refused request nothing is left to read.
      if case .end = part { context.close(promise: nil) }
      return
    }
    switch part {
    case .head(let head):
      isReceiving = true
      exchanges.append(exchange(head))
      answerExpectation(context)
    case .body: break
    case .end: isReceiving = false
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isEnding, let event = event as? ChannelEvent, event == .inputClosed {
      return context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isEnding else { return }
    if error is HTTPParserError {
      // What comes now is no request any more.
      isReceiving = true
      let peer = context.remoteAddress?.ipAddress ?? "a client"
      logger.info(
        """
        \(peer): a request cannot be read (\(error)), is answered with 400 and not stored: see that spaces \
        and letters beyond ASCII in its URL are encoded
        """
      )
    }
    context.fireErrorCaught(error)
  }

  private func exchange(_ head: HTTPRequestHead) -> Exchange {
    let isOld = head.version != .http1_1
    let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
    return Exchange(
      isHead: head.method == .HEAD,
      isOld: isOld,
      closes: isOld || !head.isKeepAlive,
      expectsContinue: !isOld && length <= bodySize
        && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    )
  }

  /// Lets a client send its body, if it is its turn.
  private func answerExpectation(_ context: ChannelHandlerContext) {
    guard isReceiving, exchanges.count == 1, exchanges[0].expectsContinue else { return }
    exchanges[0].expectsContinue = false
    let head = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
  }

  // MARK: - Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnding else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      context.write(wrapOutboundOut(.head(framed(head))), promise: promise)
    case .body:
      guard !answered.isHead else {
        promise?.succeed()
        return
      }
      context.write(data, promise: promise)
    case .end:
      if !exchanges.isEmpty { exchanges.removeFirst() }
      if answered.closes {
        endConnection(context, data, promise)
      } else {
        context.write(data, promise: promise)
        answerExpectation(context)
      }
    }
  }

  /// The head of an answer with what the connection makes of it. One without a length ends with the
  /// connection where there are no chunks: in HTTP/1.0, and where there is no body.
  private func framed(_ head: HTTPResponseHead) -> HTTPResponseHead {
    var head = head
    // What is answered without a request is no HTTP.
    var exchange = exchanges.first ?? Exchange()
    let isEndless = exchange.isHead && !head.headers.contains(name: "content-length")
    if exchange.isOld || isEndless { head.version = .http1_0 }
    if isEndless || !head.headers.isKeepAlive { exchange.closes = true }
    if exchange.closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
    answered = exchange
    return head
  }

  /// Ends the connection with the last part of an answer.
  private func endConnection(
    _ context: ChannelHandlerContext,
    _ data: NIOAny,
    _ promise: EventLoopPromise<Void>?
  ) {
    isEnding = true
    let written = promise ?? context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in self.closeOrLinger(context) }
    context.writeAndFlush(data, promise: written)
  }

  private func closeOrLinger(_ context: ChannelHandlerContext) {
    guard isReceiving else { return context.close(promise: nil) }
    context.close(mode: .output, promise: nil)
    lingeringEnd = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    lingeringEnd?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { lingeringEnd?.cancel() }
}

extension HTTPHeaders {
  /// Whether the connection outlives the message, as far as the fields say.
  fileprivate var isKeepAlive: Bool {
    !self[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
  }
}

/// Puts a ``ConnectionProtocol`` in front of the codec that hides the version of HTTP from all behind it.
final class ConnectionProtocolPlacer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let handler: ConnectionProtocol

  init(_ handler: ConnectionProtocol) { self.handler = handler }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    do {
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(
        handler,
        position: ChannelPipeline.SynchronousOperations.Position.before(codec)
      )
    } catch {
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }
}
