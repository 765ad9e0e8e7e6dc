import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Collector

@Suite("clients that take too long")
struct ConnectionGuardTests {
  private let channel: EmbeddedChannel

  init() throws {
    channel = EmbeddedChannel(
      handler: ConnectionGuard(requestTime: .seconds(20), stallTime: .seconds(10))
    )
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func read(_ parts: HTTPRequestPart...) throws {
    for part in parts { try channel.writeInbound(part) }
  }

  private static let head = HTTPRequestPart.head(
    HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/")
  )

  private func pass(_ seconds: Int64) {
    channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
  }

  @Test("a request that comes whole is not watched") func whole() throws {
    try read(Self.head, .end(nil))
    pass(1000)
    #expect(channel.isActive)
  }

  @Test("a body has so many seconds, however often a little of it comes") func slowBody() throws {
    try read(Self.head)
    for _ in 0..<3 {
      pass(6)
      try read(.body(ByteBuffer(string: "a")))
    }
    #expect(channel.isActive)
    pass(3)
    #expect(!channel.isActive)
  }

  @Test("a body that ends in time is all right, and the next one has its own time") func inTime()
    throws
  {
    for _ in 0..<3 {
      try read(Self.head)
      pass(19)
      try read(.end(nil))
    }
    pass(100)
    #expect(channel.isActive)
  }

  @Test("a client that reads no more of its answer is dropped; one that reads again is not")
  func stall() {
    func set(_ isWritable: Bool) {
      channel.isWritable = isWritable
      channel.pipeline.fireChannelWritabilityChanged()
    }
    set(false)
    pass(9)
    set(true)
    pass(100)
    #expect(channel.isActive)
    set(false)
    pass(11)
    #expect(!channel.isActive)
  }
}
