import HTTP

package struct ServerResponse: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// A part of a file. The descriptor is closed after sending. If the file has become shorter than the announced
    /// length, the connection closes.
    case file(descriptor: Int32, range: Range<Int>)
    /// The bytes that the closure writes while they are sent; an error closes the connection. If `isLive` is true, the
    /// body may last forever, and ends when the client closes its half of the connection.
    case stream(isLive: Bool, @Sendable (ServerStream) async throws -> Void)
  }

  /// The HTTP status, 200 to 599.
  package var status: Int
  package var headers: HTTPHeaders
  package var body: Body
  /// Whether the connection closes after the response. It also closes after a request of HTTP/1.0, and if a request is
  /// answered before its body was read.
  package var closes = false

  package init(_ status: Int, _ headers: HTTPHeaders = [:], _ body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with `bytes` of media type `type`.
  package init(_ status: Int, type: String, _ bytes: [UInt8]) {
    self.init(status, ["Content-Type": type], .bytes(bytes))
  }

  package func closing() -> ServerResponse {
    var response = self
    response.closes = true
    return response
  }
}
