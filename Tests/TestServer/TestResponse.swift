import NIOCore

/// What a `TestServer` answers, and how badly.
public struct TestResponse: Sendable {
  /// The status code.
  public var status: Int
  /// Header fields beside those about the length.
  public var headers: [(name: String, value: String)]
  /// The whole body, even where only a part of it is sent.
  public var body: ByteBuffer

  /// Waits before anything is sent.
  public var delay: Duration = .zero
  /// Sends the body in pieces of so many bytes.
  public var pieceSize: Int?
  /// Waits before each piece but the first.
  public var pieceDelay: Duration = .zero
  /// How the end of the body is told.
  public var framing = Framing.length
  /// Stops so many bytes into the body; nil sends all of it.
  public var stop: (after: Int, how: Stop)?
  /// Compresses the body when the client accepts that.
  public var isCompressed = false
  /// Answers nothing at all; the connection stays open.
  public var isSilent = false

  /// How the end of a body is told.
  public enum Framing: Sendable {
    /// By `Content-Length`.
    case length
    /// By chunks (HTTP/1.1), or by the end of the stream (HTTP/2).
    case chunked
    /// By closing the connection (HTTP/1.0).
    case close
  }

  /// How a body breaks off.
  public enum Stop: Sendable {
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset
    /// Nothing more comes.
    case stall
  }

  /// An answer with the given parts.
  public init(
    status: Int = 200,
    headers: [(name: String, value: String)] = [],
    body: ByteBuffer = ByteBuffer()
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Bytes of a media type.
  public static func bytes(_ bytes: [UInt8], type: String? = nil) -> TestResponse {
    TestResponse(headers: type.map { [("Content-Type", $0)] } ?? [], body: ByteBuffer(bytes: bytes))
  }

  /// Text, such as a playlist.
  public static func text(
    _ text: String,
    type: String = "application/vnd.apple.mpegurl"
  ) -> TestResponse {
    TestResponse(headers: [("Content-Type", type)], body: ByteBuffer(string: text))
  }

  /// An empty answer with a status.
  public static func status(
    _ status: Int,
    headers: [(name: String, value: String)] = []
  ) -> TestResponse {
    TestResponse(status: status, headers: headers)
  }

  /// A redirect.
  public static func redirect(to location: String, status: Int = 302) -> TestResponse {
    TestResponse(status: status, headers: [("Location", location)])
  }

  /// Bytes as a file server gives them: with an entity tag and byte ranges.
  public static func file(
    _ bytes: [UInt8],
    for request: TestRequest,
    type: String = "video/mp2t",
    tag: String? = "\"1\""
  ) -> TestResponse {
    file(ByteBuffer(bytes: bytes), for: request, type: type, tag: tag)
  }

  /// The same of a buffer, which is not copied.
  public static func file(
    _ bytes: ByteBuffer,
    for request: TestRequest,
    type: String = "video/mp2t",
    tag: String? = "\"1\""
  ) -> TestResponse {
    let size = bytes.readableBytes
    var headers = [(name: "Content-Type", value: type), (name: "Accept-Ranges", value: "bytes")]
    if let tag { headers.append(("ETag", tag)) }
    let isUnchanged = request["if-range"].map { $0 == tag } ?? true
    guard isUnchanged, request["range"] != nil else {
      return TestResponse(headers: headers, body: bytes)
    }
    guard let range = request.range(of: size),
      let part = bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count)
    else {
      return TestResponse(status: 416, headers: [("Content-Range", "bytes */\(size)")])
    }
    headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
    return TestResponse(status: 206, headers: headers, body: part)
  }

  /// The answer with changes.
  public func with(_ change: (inout TestResponse) -> Void) -> TestResponse {
    var changed = self
    change(&changed)
    return changed
  }
}
