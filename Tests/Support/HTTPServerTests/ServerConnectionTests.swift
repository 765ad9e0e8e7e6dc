import Foundation
import Testing

@testable import HTTPServer

@Suite("time limits of connections")
struct ServerConnectionTests {
  /// Two ends of a TCP connection.
  private final class Pair: Sendable {
    let (server, client): (Int32, Int32)

    init() throws {
      let listening = try ListeningSocket(ListeningAddress(port: 0), option: "--listen")
      defer { close(listening.descriptor) }
      client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = UInt16(listening.port).bigEndian
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let outcome = withUnsafePointer(to: &place) { [client] in
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, size) }
      }
      try #require(outcome == 0)
      server = accept(listening.descriptor, nil, nil)
      try #require(server >= 0)
    }

    deinit {
      close(server)
      close(client)
    }

    /// Whether the server has shut the connection down.
    var isShut: Bool {
      var byte: UInt8 = 0
      return recv(client, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }
  }

  private let pair: Pair
  private let connection: ServerConnection
  private let limits: ServerLimits
  private let start = ServerConnection.now()

  init() throws {
    pair = try Pair()
    connection = ServerConnection(socket: pair.server, peer: "127.0.0.1")
    var limits = ServerLimits()
    (limits.idleTime, limits.bodyTime, limits.stallTime) = (
      .seconds(60), .seconds(20), .seconds(10)
    )
    self.limits = limits
  }

  /// Checks the deadlines, as the timer does, at a time in seconds after the start.
  private func pass(to second: Int64) { connection.check(limits, at: start + second * 1000) }

  @Test("a request that is being answered has no time limit")
  func answering() {
    connection.enter(.answer)
    pass(to: 1_000_000)
    #expect(!pair.isShut)
  }

  @Test("the head of a request has the time limit of an idle connection")
  func head() {
    pass(to: 59)
    #expect(!pair.isShut)
    pass(to: 100)
    #expect(pair.isShut)
  }

  @Test("the body of a request has a separate time limit, however often the deadline is checked")
  func body() {
    connection.enter(.body)
    for second in 0..<19 { pass(to: Int64(second)) }
    #expect(!pair.isShut)
    pass(to: 40)
    #expect(pair.isShut)
  }

  @Test(
    "an incomplete request is dropped soon after its client has closed its half of the connection",
    arguments: [true, false]
  )
  func left(_ hasBody: Bool) {
    if hasBody { connection.enter(.body) }
    shutdown(pair.client, Int32(SHUT_WR))
    // The server's socket is readable when the end has arrived.
    var place = pollfd(fd: pair.server, events: Int16(POLLIN), revents: 0)
    #expect(poll(&place, 1, 120_000) == 1)
    pass(to: 1)
    #expect(!pair.isShut)
    pass(to: 5)
    #expect(pair.isShut)
  }

  @Test("the next request on a connection has a new time limit")
  func next() {
    connection.enter(.body)
    pass(to: 19)
    connection.complete()
    pass(to: 59)
    #expect(!pair.isShut)
  }

  @Test(
    "a client that stops reading its answer is disconnected, and a client that continues is not"
  )
  func stall() throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    func fill() {
      while send(pair.server, buffer, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) > 0 {
      }
    }
    func drain() {
      // The loop ends when the sender's socket has room again.
      while true {
        _ = recv(pair.client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        var place = pollfd(fd: pair.server, events: Int16(POLLOUT), revents: 0)
        if poll(&place, 1, 10) > 0 { return }
      }
    }
    connection.enter(.reading(isLive: false))
    fill()
    pass(to: 0)
    pass(to: 9)
    drain()
    fill()
    pass(to: 11)
    pass(to: 20)
    // The socket is still open, because a closed socket cannot be written to.
    var place = pollfd(fd: pair.server, events: Int16(POLLHUP), revents: 0)
    #expect(poll(&place, 1, 0) == 0)
    pass(to: 32)
    #expect(poll(&place, 1, 0) == 0 || place.revents & Int16(POLLHUP) != 0)
    #expect(send(pair.server, buffer, 1, Int32(MSG_NOSIGNAL)) < 0 && errno == EPIPE)
  }

  @Test("a client that has read the whole answer has no time limit")
  func read() {
    connection.enter(.reading(isLive: false))
    for second in stride(from: Int64(0), to: 1000, by: 5) { pass(to: second) }
    #expect(!pair.isShut)
  }

  @Test("a deadline check does not shut down the socket of a closed connection")
  func closed() {
    connection.close(lingering: .milliseconds(1))
    pass(to: 1_000_000)
    var place = pollfd(fd: pair.server, events: Int16(POLLOUT), revents: 0)
    #expect(poll(&place, 1, 0) == 1 && place.revents == Int16(POLLOUT))
  }
}
