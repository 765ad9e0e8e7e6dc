import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Collector

@Suite("what HTTP/1 asks of a connection")
struct ConnectionProtocolTests {
  private let channel = EmbeddedChannel()

  /// An embedded channel cannot be half closed.
  private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart

    func close(
      context: ChannelHandlerContext,
      mode: CloseMode,
      promise: EventLoopPromise<Void>?
    ) {
      guard mode == .output else { return context.close(mode: mode, promise: promise) }
      promise?.succeed()
    }
  }

  init() throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(HalfClosing())
    var limits = CollectorLimits()
    (limits.targetLength, limits.bodySize) = (50, 100)
    try pipeline.addHandler(
      ConnectionProtocol(
        gate: RequestGate(limits: limits),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      )
    )
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func ask(
    _ method: HTTPMethod = .GET,
    _ version: HTTPVersion = .http1_1,
    _ headers: HTTPHeaders = [:],
    uri: String = "/cgi-bin/gn",
    ends: Bool = true
  ) throws {
    let head = HTTPRequestHead(version: version, method: method, uri: uri, headers: headers)
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    if ends { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }
  }

  private func answer(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) throws {
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "a"))))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
  }

  /// What was written: the heads, and the number of other parts.
  private func written() throws -> (heads: [HTTPResponseHead], others: Int) {
    var (heads, others): ([HTTPResponseHead], Int) = ([], 0)
    while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
      if case .head(let head) = part { heads.append(head) } else { others += 1 }
    }
    return (heads, others)
  }

  @Test("a connection stays open, and answers to HEAD have no body") func keepAlive() throws {
    for method in [HTTPMethod.GET, .HEAD] {
      try ask(method)
      try answer(.ok, ["Content-Length": "1"])
      let (heads, others) = try written()
      #expect(heads.map(\.version) == [.http1_1] && heads[0].headers["connection"].isEmpty)
      #expect(others == (method == .GET ? 2 : 1))
    }
    #expect(channel.isActive)
  }

  @Test("an answer that says so ends the connection at once when the request is whole")
  func close() throws {
    try ask()
    try answer(.uriTooLong, ["Content-Length": "1", "Connection": "close"])
    channel.embeddedEventLoop.run()
    #expect(!channel.isActive)
  }

  @Test("the rest of a refused request is read for a while, and goes nowhere")
  func linger() throws {
    try ask(.POST, ends: false)
    try answer(.payloadTooLarge, ["Content-Length": "1", "Connection": "close"])
    _ = try channel.readInbound(as: HTTPServerRequestPart.self)
    try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "b")))
    #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: ConnectionProtocol.lingering)
    #expect(!channel.isActive)
  }

  @Test("with the end of a refused request the connection ends") func rest() throws {
    try ask(.POST, ends: false)
    try answer(.payloadTooLarge, ["Content-Length": "1", "Connection": "close"])
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    #expect(!channel.isActive)
  }

  struct Ending: Sendable {
    var method: HTTPMethod
    var version: HTTPVersion
    var connection: String?
    var answered: HTTPVersion
  }

  private static let endings = [
    Ending(method: .GET, version: .http1_0, connection: nil, answered: .http1_0),
    Ending(method: .GET, version: .http1_0, connection: "keep-alive", answered: .http1_0),
    Ending(method: .GET, version: .http1_1, connection: "close", answered: .http1_1),
    Ending(method: .HEAD, version: .http1_1, connection: nil, answered: .http1_0),
  ]

  @Test(
    "HTTP/1.0, clients that say so, and answers to HEAD without a length end the connection",
    arguments: endings
  )
  func old(_ ending: Ending) throws {
    var headers = HTTPHeaders()
    if let connection = ending.connection { headers.add(name: "Connection", value: connection) }
    try ask(ending.method, ending.version, headers)
    try answer(.ok, [:])
    let heads = try written().heads
    #expect(heads.map(\.version) == [ending.answered])
    #expect(heads.first?.headers["connection"] == ["close"])
    channel.embeddedEventLoop.run()
    #expect(!channel.isActive)
  }

  struct Asking: Sendable {
    var method = HTTPMethod.POST
    var uri = "/cgi-bin/gn"
    var length = "100"
    var fields: [String: String] = [:]
    var isWanted = false
  }

  private static let askings = [
    Asking(isWanted: true), Asking(length: "101"), Asking(method: .PUT),
    Asking(method: .GET, isWanted: true),
    Asking(uri: "/foo"), Asking(uri: "/cgi-bin/gn?" + String(repeating: "a", count: 50)),
    Asking(uri: "/api/status"), Asking(fields: ["Content-Encoding": "gzip"]),
    Asking(fields: ["Content-Type": "Multipart/Form-Data; boundary=x"]),
    Asking(fields: ["Content-Type": "text/plain", "Content-Encoding": "identity"], isWanted: true),
  ]

  @Test("a client that asks whether it may send its body may, if it is wanted", arguments: askings)
  func expectation(_ asking: Asking) throws {
    var headers: HTTPHeaders = ["Expect": "100-Continue", "Content-Length": asking.length]
    for (name, value) in asking.fields { headers.add(name: name, value: value) }
    try ask(asking.method, .http1_1, headers, uri: asking.uri, ends: false)
    #expect(try written().heads.map(\.status) == (asking.isWanted ? [.continue] : []))
    try answer(.ok, ["Content-Length": "1"])
    // Whether a body comes that nobody asked for is not known, nor where the next request begins.
    let connection = try written().heads.first?.headers["connection"]
    #expect(connection == (asking.isWanted ? [] : ["close"]))
  }

  @Test(
    "what cannot be read is answered with why",
    arguments: [
      (HTTPParserError.headerOverflow, "overflow detected): keep its URL below 50 bytes"),
      (HTTPParserError.invalidURL, "(invalid URL): see that spaces and letters beyond ASCII"),
    ]
  )
  func unreadable(_ error: HTTPParserError, _ words: String) throws {
    channel.pipeline.fireErrorCaught(error)
    #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
    let head = HTTPResponseHead(
      version: .http1_1,
      status: .badRequest,
      headers: ["Content-Length": "0"]
    )
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    var (length, body): (String?, String) = (nil, "")
    while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
      switch part {
      case .head(let head): length = head.headers.first(name: "content-length")
      case .body(.byteBuffer(let buffer)): body += String(buffer: buffer)
      case .body, .end: break
      }
    }
    #expect(body.contains(words) && length == "\(body.utf8.count)")
  }

  @Test("a client that sends requests ahead is told to go on when it is its turn")
  func expectationInTurn() throws {
    try ask()
    try ask(.POST, .http1_1, ["Expect": "100-continue"], ends: false)
    #expect(try written().heads.isEmpty)
    try answer(.ok, ["Content-Length": "1"])
    #expect(try written().heads.map(\.status) == [.ok, .continue])
  }
}
