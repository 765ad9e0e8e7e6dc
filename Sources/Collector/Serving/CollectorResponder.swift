import HTTPTypes
import Hummingbird
import NIOCore

/// What is known of the connection of a request.
struct CollectorContext: InitializableFromSource, Sendable {
  /// The address of the client; empty when it is not known.
  let peer: String

  init(source: ApplicationRequestContextSource) {
    peer = source.channel.remoteAddress?.ipAddress ?? ""
  }
}

/// Tells the requests for the page from pings.
struct CollectorResponder: HTTPResponder {
  let gate: RequestGate
  let receiver: PingReceiver
  let page: LivePage

  func respond(to request: Request, context: CollectorContext) async throws -> Response {
    let outline = RequestOutline(request)
    if let oversize = gate.oversize(outline) {
      return oversize.response(leavesBody: outline.hasBody)
    }
    if let place = page.place(of: request) { return await page.respond(to: request, for: place) }
    return await receiver.respond(to: request, outline, from: context.peer)
  }
}

extension Request {
  /// Path and query as they were sent.
  var target: String { head.path ?? "/" }
}

extension Response {
  /// A short text for people.
  static func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n"))
    )
  }

  /// The answer with a time after which the client shall try again, in seconds.
  func retrying(after seconds: Int) -> Response {
    var response = self
    response.headers[.retryAfter] = "\(seconds)"
    return response
  }

  /// The answer, after which the connection is closed.
  func closing() -> Response {
    var response = self
    response.headers[.connection] = "close"
    return response
  }
}
