import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What HTTP/1 asks of a connection beside requests and answers (RFC 9110, 9.3.2 and 10.1.1; RFC 9112, 9.6):
/// it ends with the answer that says so, and after each to HTTP/1.0; `Expect: 100-continue` is answered
/// where a body is wanted; answers to HEAD have no body, those to what cannot be read say why.
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

  private let gate: RequestGate
  private let logger: Logger
  /// The oldest first.
  private var exchanges: [Exchange] = []
  /// The one that is answered now.
  private var answered = Exchange()
  private var isReceiving = false
  private var isEnding = false
  /// Why nothing of the connection can be read any more, in a sentence for the client.
  private var unreadable: String?
  private var lingeringEnd: Scheduled<Void>?

  /// Bodies of requests that `gate` refuses are not waited for.
  init(gate: RequestGate, logger: Logger) {
    self.gate = gate
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
    if let error = error as? HTTPParserError {
      // What comes now is no request any more.
      isReceiving = true
      let remedy = remedy(for: error)
      unreadable = "The request cannot be read (\(error)): \(remedy)."
      let peer = context.remoteAddress?.ipAddress ?? "a client"
      logger.info(
        "\(peer): a request cannot be read (\(error)), is answered with 400 and not stored: \(remedy)"
      )
    }
    context.fireErrorCaught(error)
  }

  private func remedy(for error: HTTPParserError) -> String {
    guard error == .headerOverflow else {
      return "see that spaces and letters beyond ASCII in its URL are encoded"
    }
    let limits = gate.limits
    return "keep its URL below \(limits.targetLength) bytes, and its header fields below "
      + "\(limits.headerSize) bytes and \(limits.headerCount) in number"
  }

  private func exchange(_ head: HTTPRequestHead) -> Exchange {
    let isOld = head.version != .http1_1
    let isAsking =
      !isOld && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    let isWanted = isAsking && gate.refusal(RequestOutline(head)) == nil
    return Exchange(
      isHead: head.method == .HEAD,
      isOld: isOld,
      // A client that is not told to may send its body or not: nobody knows where the next request begins.
      closes: isOld || !head.isKeepAlive || isAsking && !isWanted,
      expectsContinue: isWanted
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
      guard let reason = unreadable, head.saysNothing else {
        context.write(wrapOutboundOut(.head(framed(head))), promise: promise)
        return
      }
      explain(head, reason, context, promise)
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

  /// Writes an answer without a body with one that says why.
  private func explain(
    _ head: HTTPResponseHead,
    _ reason: String,
    _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>?
  ) {
    let body = context.channel.allocator.buffer(string: reason + "\n")
    var head = head
    head.headers.replaceOrAdd(name: "content-length", value: "\(body.readableBytes)")
    head.headers.replaceOrAdd(name: "content-type", value: "text/plain; charset=utf-8")
    context.write(wrapOutboundOut(.head(framed(head))), promise: promise)
    if !answered.isHead {
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
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

extension HTTPResponseHead {
  /// Whether it is the answer of a server that could not read the request, without a word.
  fileprivate var saysNothing: Bool {
    status == .badRequest && headers.first(name: "content-length") == "0"
  }
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
