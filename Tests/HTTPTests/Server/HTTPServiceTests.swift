import Foundation
import HTTP
import Logging
import Testing

@Suite("the server: bytes in, bytes out")
struct HTTPServiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var sent: String
    /// What comes, in this order.
    var parts: [String]
    /// What must not come.
    var absent: [String] = []
    var testDescription: String { what }
  }

  private static let end = "Host: a\r\nConnection: close\r\n\r\n"
  private static let post = "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
  private static let long = String(repeating: "a", count: 40_000)

  private static let cases = [
    Case(
      what: "target and fields as they were sent",
      sent: "GET /echo?a=%20&b&c=+ HTTP/1.1\r\nX-b: 1\r\nx-A:2 \r\n" + end,
      parts: [
        "HTTP/1.1 200 OK\r\n", "Content-Type: text/plain\r\n",
        "GET /echo?a=%20&b&c=+ 127.0.0.1 [X-b,x-A,Host,Connection] ",
      ]
    ),
    Case(
      what: "a URL as proxies send it",
      sent: "GET http://h/echo?x HTTP/1.1\r\n" + end,
      parts: ["HTTP/1.1 404 Not Found\r\n"]
    ),
    Case(what: "a method of its own", sent: "BREW /echo HTTP/1.1\r\n" + end, parts: ["BREW /echo"]),
    Case(
      what: "pipelined requests are answered in their order",
      sent:
        "GET /later HTTP/1.1\r\nHost: a\r\n\r\nPOST /echo?1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
        + "abcGET /later HTTP/1.1\r\nHost: a\r\n\r\nGET /echo?2 HTTP/1.1\r\n" + end,
      parts: [" 200 OK", "later", " 200 OK", "/echo?1", "abc", " 200 OK", "later", "/echo?2"]
    ),
    Case(
      what: "HTTP/1.0",
      sent: "GET /echo HTTP/1.0\r\n\r\n",
      parts: [" 200 OK", "Connection: close", "GET /echo"],
      absent: ["chunked"]
    ),
    Case(
      what: "HTTP/1.0 that wants to stay",
      sent: "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /echo HTTP/1.0\r\n\r\n",
      parts: ["Connection: close", "GET /echo"],
      absent: ["Keep-Alive"]
    ),
    Case(
      what: "no host",
      sent: "GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n",
      parts: [" 200 OK"]
    ),
    Case(what: "HTTP/2.0", sent: "GET /echo HTTP/2.0\r\nHost: a\r\n\r\n", parts: [" 505 "]),
    Case(
      what: "HEAD has the length of the body",
      sent: "HEAD /echo HTTP/1.1\r\n" + end,
      parts: [" 200 OK", "Content-Length: "],
      absent: ["HEAD /echo"]
    ),
    Case(
      what: "HEAD of what has no length",
      sent: "HEAD /stream HTTP/1.1\r\n" + end,
      parts: [" 200 OK"],
      absent: ["piece", "chunked", "Content-Length", "\r\n\r\n0"]
    ),
    Case(
      what: "a status without a body",
      sent: "GET /none HTTP/1.1\r\n" + end,
      parts: [" 204 No Content"],
      absent: ["Content-Length"]
    ),
    Case(
      what: "a body in chunks",
      sent: post
        + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n",
      parts: [" 200 OK", "abc0123456789"]
    ),
    Case(
      what: "chunks that are not chunks",
      sent: post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
      parts: [" 400 Bad Request", "Connection: close"]
    ),
    Case(
      what: "a coding of the transfer that is not known",
      sent: post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      parts: [" 400 Bad Request", "(unknown transfer coding)"]
    ),
    Case(
      what: "a length beside chunks",
      sent: post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      parts: [" 400 Bad Request", "(a length beside chunks)"]
    ),
    Case(
      what: "two lengths",
      sent: post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
      parts: [" 400 Bad Request", "(several lengths)"]
    ),
    Case(
      what: "a length that is not a number",
      sent: post + "Content-Length: x\r\n\r\n",
      parts: [" 400 Bad Request"]
    ),
    Case(
      what: "a space before the colon",
      sent: post + "Transfer-Encoding : chunked\r\n\r\n",
      parts: [" 400 Bad Request", "(invalid name of a header field)"]
    ),
    Case(
      what: "a space in the target",
      sent: "GET /echo?a b HTTP/1.1\r\nHost: a\r\n\r\n",
      parts: [" 400 Bad Request", "(invalid URL): see that spaces"]
    ),
    Case(
      what: "letters beyond ASCII in the target",
      sent: "GET /echo?ü HTTP/1.1\r\nHost: a\r\n\r\n",
      parts: [" 400 Bad Request", "Connection: close", "(invalid URL)"]
    ),
    Case(
      what: "a target that does not fit",
      sent: "GET /echo?\(long) HTTP/1.1\r\n" + end,
      parts: [" 414 "]
    ),
    Case(
      what: "fields that do not fit",
      sent: "GET /echo HTTP/1.1\r\nX: \(long)\r\n" + end,
      parts: [" 431 "]
    ),
    Case(
      what: "too many fields",
      sent: "GET /echo HTTP/1.1\r\n" + (0..<120).map { "X\($0): a\r\n" }.joined() + end,
      parts: [" 431 ", "A request has 100 header fields at most."]
    ),
    Case(
      what: "more parameters than the library has memory for",
      sent: "GET /echo?\(String(repeating: "a=&", count: 2000)) HTTP/1.1\r\n" + end,
      parts: [" 200 OK", "a=&a=&"]
    ),
    Case(
      what: "a length above the limit",
      sent: post + "Content-Length: 1001\r\n\r\n",
      parts: [" 413 ", "Connection: close", "A body has 1000 bytes at most."]
    ),
    Case(
      what: "chunks above the limit",
      sent: post + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + String(repeating: "a", count: 1001)
        + "\r\n0\r\n\r\n",
      parts: [" 413 ", "Connection: close", "A body has 1000 bytes at most."]
    ),
    Case(
      what: "a body that is wanted",
      sent: post + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
      parts: ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK", "abc"]
    ),
    Case(
      what: "a body that is too long",
      sent: post + "Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n",
      parts: [" 413 "],
      absent: ["100 Continue"]
    ),
    Case(
      what: "a body that is refused",
      sent:
        "POST /refused HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
      parts: [" 403 ", "Connection: close", "no"],
      absent: ["100 Continue"]
    ),
    Case(
      what: "a refusal without a body keeps the connection",
      sent: "GET /refused HTTP/1.1\r\nHost: a\r\n\r\nGET /echo HTTP/1.1\r\n" + end,
      parts: [" 403 ", "no", " 200 OK"]
    ),
    Case(
      what: "a stream has a chunk a piece",
      sent: "GET /stream HTTP/1.1\r\n" + end,
      parts: ["chunked", "\r\n\r\n8\r\npiece 0\n\r\n8\r\npiece 1\n\r\n8\r\npiece 2\n\r\n0\r\n\r\n"]
    ),
    Case(
      what: "a stream to HTTP/1.0 ends with the connection",
      sent: "GET /stream HTTP/1.0\r\n\r\n",
      parts: ["\r\n\r\npiece 0\npiece 1\npiece 2\n"],
      absent: ["chunked", "Content-Length"]
    ),
    Case(
      what: "a stream that fails breaks off",
      sent: "GET /broken HTTP/1.1\r\nHost: a\r\n\r\n",
      parts: ["5\r\nbegun\r\n"],
      absent: ["\r\n0\r\n"]
    ),
    Case(what: "TLS where there is none", sent: "\u{16}\u{3}\u{1}\u{0}\u{5}\u{1}\n\n", parts: []),
  ]

  @Test("each request gets its answer", arguments: cases)
  func answers(_ wanted: Case) async throws {
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
    "a client that has closed its half gets its answer",
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

  @Test("a refused body is read for a while, so that the refusal arrives")
  func lingering() async throws {
    let bench = try await ServerBench { $0.lingerTime = .seconds(60) }
    let port = bench.port
    let answer = try await waiting {
      let client = try RawClient(port: port)
      try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n")
      let piece = String(repeating: "a", count: 1_000_000)
      // All of it is sent before the answer is read.
      for _ in 0..<9 { try client.send(piece) }
      client.endSending()
      return try client.rest()
    }
    #expect(answer.contains(" 413 ") && answer.hasSuffix("at most.\n"))
    await bench.service.stop()
  }

  @Test("a client that is too late is cut off", arguments: ["nothing", "head", "body", "second"])
  func late(_ what: String) async throws {
    let bench = try await ServerBench { limits in
      if what == "body" {
        limits.bodyTime = .milliseconds(200)
      } else {
        limits.idleTime = .milliseconds(200)
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

  @Test("a head or body that trickles has no more time", arguments: ["head", "body"])
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
      // It ends when the server closes.
      while client.trySend("a") { usleep(20_000) }
    }
    await bench.service.stop()
  }

  @Test(
    "a client that does not read its answer is dropped",
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
      // There is room for another one as soon as this one is dropped.
      let other = try RawClient(port: port)
      try other.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answer = try other.rest()
      #expect(answer.contains(" 200 OK"))
      withExtendedLifetime(client) {}
    }
    if path == "/flood" { for await _ in bench.responder.endedStreams { break } }
    await bench.service.stop()
  }

  @Test("a stream ends when its client goes, though nothing is sent")
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

  @Test("300 connections at once, each with several requests")
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

  @Test("connections beyond the limit wait until one is closed")
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
    "a stop ends all connections, whatever they wait for",
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
      // Another one is answered: the first has been accepted.
      let other = try RawClient(port: port)
      try other.send("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try other.rest()
      return Held(client: client)
    }
    await bench.service.stop()
    await bench.service.stop()
    _ = try await waiting { try client.client.rest().count }
    // An answer that comes too late goes nowhere.
    for reply in bench.responder.hanging.withLock({ $0 }) { reply(ServerResponse(200)) }
    await #expect(throws: RawClient.Failure.self) {
      try await waiting { _ = try RawClient(port: port) }
    }
  }

  private struct Held: @unchecked Sendable {
    let client: RawClient
  }

  @Test("a stop among many requests ends, and so does the last reference")
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

  @Test(
    "an address that cannot be listened at is reported, with what to do",
    arguments: [
      ("192.0.2.7:0", "name another address with --listen"),
      ("no-such-name.invalid:0", "name an address of this machine with --listen"),
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

  @Test("it listens at IPv6 and at names", arguments: ["[::1]:0", "localhost:0"])
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
