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
    try pipeline.addHandler(
      ConnectionProtocol(
        bodySize: 100,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      )
    )
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func ask(
    _ method: HTTPMethod = .GET,
    _ version: HTTPVersion = .http1_1,
    _ headers: HTTPHeaders = [:],
    ends: Bool = true
  ) throws {
    let head = HTTPRequestHead(version: version, method: method, uri: "/", headers: headers)
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

  @Test("a client that asks whether it may send its body may, unless it is too long")
  func expectation() throws {
    for (length, isAsked) in [("100", true), ("101", false)] {
      try ask(.POST, .http1_1, ["Expect": "100-Continue", "Content-Length": length], ends: false)
      #expect(try written().heads.map(\.status) == (isAsked ? [.continue] : []))
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      try answer(.ok, ["Content-Length": "1"])
      _ = try written()
    }
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
