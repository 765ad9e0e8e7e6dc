import Foundation
import HTTPServer
import Logging
import Testing

@Suite("the HTTP server on raw connections")
struct HTTPServiceTests {
  @Test("a request on a raw connection gets the expected answer", arguments: ServerCase.all)
  func answers(_ wanted: ServerCase) async throws {
    let bench = try await ServerBench()
    let answer = try await bench.exchange(wanted.sent, endsSending: wanted.parts.isEmpty)
    var rest = answer[...]
    for part in wanted.parts {
      guard let range = rest.range(of: part) else {
        Issue.record("'\(part)' is missing in '\(answer.prefix(2000))'")
        continue
      }
      rest = rest[range.upperBound...]
    }
    for part in wanted.absent { #expect(!answer.contains(part), "\(answer.prefix(2000))") }
    await bench.service.stop()
  }

  @Test(
    "a client that has closed its half of the connection gets its answer",
    arguments: [
      "GET /later HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
      "GET /later HTTP/1.0\r\n\r\n",
    ]
  )
  func halfClosed(_ request: String) async throws {
    let bench = try await ServerBench()
    #expect(try await bench.exchange(request, endsSending: true).hasSuffix("later"))
    await bench.service.stop()
  }

  @Test(
    "the rest of a refused body is read, so that the client receives the refusal"
  )
  func lingering() async throws {
    let bench = try await ServerBench { $0.lingerTime = .seconds(60) }
    let port = bench.port
    let answer = try await waiting {
      let client = try RawClient(port: port)
      try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n")
      let piece = String(repeating: "a", count: 1_000_000)
      // The whole body is sent before the answer is read.
      for _ in 0..<9 { try client.send(piece) }
      client.endSending()
      return try client.rest()
    }
    #expect(answer.contains(" 413 ") && answer.hasSuffix(" bytes.\n"))
    await bench.service.stop()
  }

  @Test(
    "a client that sends no request, or only a part of one, is disconnected after a time limit",
    arguments: ["nothing", "head", "body", "second"]
  )
  func late(_ what: String) async throws {
    let bench = try await ServerBench { limits in
      if what == "body" {
        limits.bodyTime = .milliseconds(200)
      } else {
        // The request that is answered first must have enough time even on a busy machine.
        limits.idleTime = what == "second" ? .seconds(5) : .milliseconds(200)
      }
    }
    let port = bench.port
    let answer = try await waiting {
      let client = try RawClient(port: port)
      switch what {
      case "head": try client.send("GET /echo HTTP/1.1\r\nX")
      case "body": try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na")
      case "second": try client.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
      default: break
      }
      return try client.rest()
    }
    #expect(answer.isEmpty == (what != "second"))
    await bench.service.stop()
  }

  @Test(
    "a client that sends a head or body slowly is disconnected after the same time limit",
    arguments: ["head", "body"]
  )
  func trickling(_ what: String) async throws {
    let bench = try await ServerBench { limits in
      if what == "body" {
        limits.bodyTime = .milliseconds(300)
      } else {
        limits.idleTime = .milliseconds(300)
      }
    }
    let port = bench.port
    try await waiting {
      let client = try RawClient(port: port)
      try client.send(
        what == "head"
          ? "GET /echo HTTP/1.1\r\nX: "
          : "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n"
      )
      // The loop ends when the server closes the connection.
      while client.trySend("a"), !client.isClosed(within: 20) {}
    }
    await bench.service.stop()
  }

  @Test(
    "a client that does not read its answer is disconnected",
    arguments: ["/large", "/flood", "/stream"]
  )
  func stalled(_ path: String) async throws {
    let bench = try await ServerBench { limits in
      limits.stallTime = .milliseconds(300)
      limits.connections = 1
    }
    let port = bench.port
    try await waiting {
      let client = try RawClient(port: port, buffer: 4096)
      if path == "/stream" {
        // Many small answers.
        let request = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"
        while client.trySend(String(repeating: request, count: 100)) {}
      } else {
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      }
      // Dropping this connection makes room for another.
      let other = try RawClient(port: port)
      try other.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answer = try other.rest()
      #expect(answer.contains(" 200 OK"))
      withExtendedLifetime(client) {}
    }
    if path == "/flood" { for await _ in bench.responder.endedStreams { break } }
    await bench.service.stop()
  }

  @Test("a stream ends when its client leaves, even if no data is sent")
  func follower() async throws {
    let bench = try await ServerBench { $0.stallTime = .milliseconds(100) }
    let port = bench.port
    try await waiting {
      let client = try RawClient(port: port)
      try client.send("GET /live HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.wait(for: "event\n\n"))
      client.endSending()
      _ = try client.rest()
    }
    for await _ in bench.responder.endedStreams { break }
    await bench.service.stop()
  }

  @Test(
    "a stream that ends, or whose client leaves, makes room for another connection",
    arguments: [
      "GET /live HTTP/1.1", "GET /broken HTTP/1.1", "GET /flood HTTP/1.1", "GET /export HTTP/1.0",
      "GET /broken HTTP/1.0", "HEAD /export HTTP/1.1",
    ]
  )
  func leftStreams(_ request: String) async throws {
    let bench = try await ServerBench { limits in
      limits.connections = 2
      limits.stallTime = .milliseconds(300)
    }
    let port = bench.port
    try await waiting {
      let older = try RawClient(port: port)
      try older.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try older.wait(for: "[Host]"))
      // Most exports have to wait for their answer.
      for _ in 0..<(request.contains("/export") ? 50 : 3) {
        let client = try RawClient(port: port, buffer: 4096)
        try client.send("\(request)\r\nHost: a\r\n\r\n")
        #expect(try client.wait(for: " 200 OK"))
        if request.contains("/live") { client.endSending() }
        // The client still has its end of the connection open.
        let other = try RawClient(port: port)
        try other.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try other.rest().contains(" 200 OK"))
        withExtendedLifetime(client) {}
      }
      withExtendedLifetime(older) {}
    }
    await bench.service.stop()
  }

  @Test("300 simultaneous connections, each with several requests, are answered")
  func many() async throws {
    let bench = try await ServerBench()
    let port = bench.port
    try await waiting {
      let clients = try (0..<300).map { _ in try RawClient(port: port) }
      for round in 1...3 {
        for client in clients { try client.send("GET /later?\(round) HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients { #expect(try client.wait(for: "later", count: round)) }
      }
    }
    #expect(bench.responder.answered.load(ordering: .relaxed) == 900)
    await bench.service.stop()
  }

  @Test("connections above the limit for one client address are closed, and the others are kept")
  func addressLimit() async throws {
    let bench = try await ServerBench { $0.connectionsPerAddress = 2 }
    let port = bench.port
    try await waiting {
      let clients = try (0..<2).map { _ in try RawClient(port: port) }
      for client in clients {
        try client.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.wait(for: "[Host]"))
      }
      let third = try RawClient(port: port)
      #expect(third.isClosed(within: 20_000))
      for client in clients {
        try client.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.wait(for: "[Host]", count: 2))
      }
    }
    await bench.service.stop()
  }

  @Test("connections beyond the limit wait until another connection is closed")
  func connectionLimit() async throws {
    let bench = try await ServerBench { $0.connections = 2 }
    let port = bench.port
    try await waiting {
      var clients = try (0..<2).map { _ in try RawClient(port: port) }
      for client in clients {
        try client.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.wait(for: "[Host]"))
      }
      let third = try RawClient(port: port)
      try third.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      clients.removeLast()
      #expect(try third.rest().contains(" 200 OK"))
    }
    await bench.service.stop()
  }

  @Test(
    "stopping the server ends every connection, whatever the connection is waiting for",
    arguments: [
      "", "GET /hang HTTP/1.1\r\nHost: a\r\n\r\n", "GET /live HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /flood HTTP/1.1\r\nHost: a\r\n\r\n", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", "GET /ec",
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
    ]
  )
  func stop(_ request: String) async throws {
    let bench = try await ServerBench()
    let port = bench.port
    let client = try await waiting { () -> Held in
      let client = try RawClient(port: port)
      try client.send(request)
      // The answer to this request shows that the first connection was accepted.
      let other = try RawClient(port: port)
      try other.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try other.rest()
      return Held(client: client)
    }
    await bench.service.stop()
    await bench.service.stop()
    _ = try await waiting { try client.client.rest().count }
    // An answer that comes too late is discarded.
    for reply in bench.responder.hanging.withLock({ $0 }) { reply(ServerResponse(200)) }
    await #expect(throws: RawClient.Failure.self) {
      try await waiting { _ = try RawClient(port: port) }
    }
  }

  private struct Held: @unchecked Sendable {
    let client: RawClient
  }

  @Test("a server with many open requests stops, including when its last reference is released")
  func stopWhileBusy() async throws {
    for stops in [true, false] {
      var bench: ServerBench? = try await ServerBench()
      let port = try #require(bench?.port)
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      async let load: Void = waiting {
        defer { begin.finish() }
        for _ in 0..<50 {
          guard let client = try? RawClient(port: port) else { return }
          let request = "GET /later HTTP/1.1\r\nHost: a\r\n\r\n"
          guard client.trySend(String(repeating: request, count: 50)) else { return }
          guard try client.wait(for: "later", count: 20) else { return }
          begin.yield()
        }
      }
      for await _ in begun { break }
      if stops { await bench?.service.stop() } else { bench = nil }
      try await load
    }
  }

  @Test("requests received before a stop are answered")
  func answersBeforeTheEnd() async throws {
    let bench = try await ServerBench {
      $0.answerTime = .seconds(300)
      $0.threads = 1
    }
    let client = try RawClient(port: bench.port)
    try client.send("GET /hang HTTP/1.1\r\nHost: a\r\n\r\n")
    for await _ in bench.responder.hangs { break }
    // The only thread sends this answer after it has suspended the other request.
    let other = try RawClient(port: bench.port)
    try other.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(try other.rest().contains(" 200 "))
    async let stopped: Void = bench.service.stop()
    for reply in bench.responder.hanging.withLock({ $0 }) {
      reply(ServerResponse(200, type: "a/b", Array("yes".utf8)))
    }
    await stopped
    #expect(try client.rest().hasSuffix("yes"))
  }

  @Test(
    "an address at which the server cannot listen is reported with a remedy",
    arguments: [
      ("192.0.2.7:0", "give another address with --listen"),
      ("no-such-name.invalid:0", "give an address of this machine with --listen"),
    ]
  )
  func addresses(_ text: String, _ words: String) async throws {
    let address = try #require(ListeningAddress(text))
    let service = HTTPService(
      ServerBench.Responder(),
      address: address,
      option: "--listen",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let error = await #expect(throws: ServerError.self) { try await service.start() }
    #expect(error?.code == .address)
    #expect(error?.description.hasPrefix("\(address): ") == true)
    #expect(error?.description.hasSuffix(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "a server listens at IPv6 addresses and at host names",
    arguments: ["[::1]:0", "localhost:0"]
  )
  func families(_ text: String) async throws {
    let service = HTTPService(
      ServerBench.Responder(),
      address: try #require(ListeningAddress(text)),
      option: "--listen",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let address = try await service.start()
    #expect(address.port > 0)
    await service.stop()
  }
}
