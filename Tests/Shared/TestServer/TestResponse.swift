/// The response of a `TestServer`, including its faults.
public struct TestResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields, without those about the length.
  public var headers: [(name: String, value: String)]
  /// The whole body, even if only a part of it is sent.
  public var body: [UInt8]

  /// The wait before anything is sent.
  public var delay: Duration = .zero
  /// The size of the pieces in which the body is sent, in bytes; nil for a single piece.
  public var pieceSize: Int?
  /// The wait before each piece except the first.
  public var pieceDelay: Duration = .zero
  /// The way the end of the body is marked.
  public var framing = Framing.length
  /// The number of bytes of the body after which sending stops, and how it stops; nil to send all bytes.
  public var stop: (after: Int, how: Stop)?
  /// Whether the body is compressed if the client accepts that.
  public var isCompressed = false
  /// Whether no response is sent, while the connection stays open.
  public var isSilent = false
  /// Whether the connection is closed instead of sending a response.
  public var hangsUp = false
  /// The bytes to send instead of a valid HTTP response, before the connection is closed.
  public var raw: [UInt8]?

  /// The way the end of a body is marked.
  public enum Framing: Sendable {
    /// The response has a `Content-Length`.
    case length
    /// The body is sent in chunks.
    case chunked
    /// The connection is closed after the body (HTTP/1.0).
    case close
  }

  /// The way a body breaks off.
  public enum Stop: Sendable {
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset
    /// No more bytes are sent.
    case stall
  }

  /// Creates a response.
  public init(
    status: Int = 200,
    headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with bytes of a media type.
  public static func bytes(_ bytes: [UInt8], type: String? = nil) -> TestResponse {
    TestResponse(headers: type.map { [("Content-Type", $0)] } ?? [], body: bytes)
  }

  /// A response with text, such as a playlist.
  public static func text(
    _ text: String,
    type: String = "application/vnd.apple.mpegurl"
  ) -> TestResponse {
    TestResponse(headers: [("Content-Type", type)], body: Array(text.utf8))
  }

  /// An empty response with a status code.
  public static func status(
    _ status: Int,
    headers: [(name: String, value: String)] = []
  ) -> TestResponse {
    TestResponse(status: status, headers: headers)
  }

  /// A response that redirects the client.
  public static func redirect(to location: String, status: Int = 302) -> TestResponse {
    TestResponse(status: status, headers: [("Location", location)])
  }

  /// A response with the bytes of a file, or with the requested byte range, and an entity tag.
  public static func file(
    _ bytes: [UInt8],
    for request: TestRequest,
    type: String = "video/mp2t",
    tag: String? = "\"1\""
  ) -> TestResponse {
    let size = bytes.count
    var headers = [(name: "Content-Type", value: type), (name: "Accept-Ranges", value: "bytes")]
    if let tag { headers.append(("ETag", tag)) }
    let isUnchanged = request["if-range"].map { $0 == tag } ?? true
    guard isUnchanged, request["range"] != nil else {
      return TestResponse(headers: headers, body: bytes)
    }
    guard let range = request.range(of: size) else {
      return TestResponse(status: 416, headers: [("Content-Range", "bytes */\(size)")])
    }
    headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
    return TestResponse(status: 206, headers: headers, body: Array(bytes[range]))
  }

  /// A copy of the response with changes.
  public func with(_ change: (inout TestResponse) -> Void) -> TestResponse {
    var changed = self
    change(&changed)
    return changed
  }
}
