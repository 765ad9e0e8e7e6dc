import HTTP

/// The response to a request.
package struct ServerResponse: Sendable {
  /// The body after the head.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// A part of a file. The descriptor is closed when it has been sent; a file that has become shorter ends the
    /// connection, because the length was promised.
    case file(descriptor: Int32, range: Range<Int>)
    /// The data that the closure writes while it is sent; an error ends the connection. `isLive`: it can
    /// continue without end, and ends with the client's half of the connection.
    case stream(isLive: Bool, @Sendable (ServerStream) async throws -> Void)
  }

  /// An HTTP status, 200 to 599.
  package var status: Int
  package var headers: HTTPHeaders
  package var body: Body
  /// Whether the connection ends after it. It also ends when a request is answered before its body.
  package var closes = false

  package init(_ status: Int, _ headers: HTTPHeaders = [:], _ body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer with bytes of a type.
  package init(_ status: Int, type: String, _ bytes: [UInt8]) {
    self.init(status, ["Content-Type": type], .bytes(bytes))
  }

  /// The answer, after which the connection ends.
  package func closing() -> ServerResponse {
    var response = self
    response.closes = true
    return response
  }
}
