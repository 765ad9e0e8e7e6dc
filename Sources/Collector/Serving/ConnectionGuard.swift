import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long: to send the body of a request it has begun, or to read
/// its answer. The idle timeout of the server covers the time between requests and their heads.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let requestTime: TimeAmount
  private let stallTime: TimeAmount
  private var isInRequest = false
  private var request: Scheduled<Void>?
  private var stall: Scheduled<Void>?

  init(requestTime: TimeAmount, stallTime: TimeAmount) {
    self.requestTime = requestTime
    self.stallTime = stallTime
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: isInRequest = true
    case .body: break
    case .end:
      isInRequest = false
      request?.cancel()
      request = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most requests come whole and need no watch.
    if isInRequest, request == nil { request = Self.close(context.channel, after: requestTime) }
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    stall = context.channel.isWritable ? nil : Self.close(context.channel, after: stallTime)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancel() }

  private func cancel() {
    request?.cancel()
    stall?.cancel()
  }

  private static func close(_ channel: any Channel, after time: TimeAmount) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
