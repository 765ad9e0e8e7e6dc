import HTTP
import LoopbackCollector
import Testing

@testable import PingDelivery

@Suite("sending over HTTP")
struct HTTPTransportTests {
  private static let ping = "https://collector.invalid/cgi-bin/d?a=%2F&b="

  private func send(
    to url: String,
    timeout: Int = 10,
    refusing hosts: Set<String> = [],
    pings: [String] = [ping]
  ) async throws -> [TransportAnswer] {
    var settings = PingDelivery.Settings()
    settings.configuration.queue.timeoutSeconds = timeout
    settings.configuration.refusedHosts = hosts
    settings.userAgent = "id3tap/test"
    let transport = HTTPTransport(collector: try WebAddress(contacting: url), settings: settings)
    var answers: [TransportAnswer] = []
    for ping in pings { answers.append(await transport.send(ping)) }
    return answers
  }

  private func send(
    refusing hosts: Set<String> = [],
    _ answer: @escaping @Sendable (Int, String) -> LoopbackCollector.Answer
  ) async throws -> (TransportAnswer, [String]) {
    let collector = try await LoopbackCollector(answer)
    let answers = try await send(to: collector.url, refusing: hosts)
    try await collector.stop()
    return (answers[0], collector.uris)
  }

  @Test("pings arrive unchanged, in order and over one connection")
  func connection() async throws {
    let collector = try await LoopbackCollector { index, _ in
      var answer = LoopbackCollector.Answer(200)
      answer.body = String(repeating: "x", count: index * 100)
      return answer
    }
    let pings = (0..<20).map { "https://collector.invalid/cgi-bin/d?n=\($0)&x=%2C~~," }
    let answers = try await send(to: collector.url + "/base/", pings: pings)
    #expect(answers == Array(repeating: .received, count: 20))
    let requests = collector.requests
    #expect(requests.map(\.uri) == (0..<20).map { "/base/cgi-bin/d?n=\($0)&x=%2C~~," })
    #expect(Set(requests.map(\.connection)) == [0])
    #expect(Set(requests.map(\.method)) == ["GET"])
    #expect(Set(requests.map(\.userAgent)) == ["id3tap/test"])
    #expect(Set(requests.map(\.host)) == ["127.0.0.1:\(collector.port)"])
    try await collector.stop()
  }

  @Test("a connection closed by the collector is opened again")
  func reconnects() async throws {
    let collector = try await LoopbackCollector { _, _ in
      LoopbackCollector.Answer(200, headers: [("Connection", "close")])
    }
    let answers = try await send(to: collector.url, pings: Array(repeating: Self.ping, count: 3))
    #expect(answers == [.received, .received, .received])
    #expect(collector.requests.map(\.connection) == [0, 1, 2])
    try await collector.stop()
  }

  @Test("a status from 200 to 399 confirms the ping", arguments: [200, 204, 299, 300, 304, 302])
  func received(_ status: Int) async throws {
    #expect(try await send { _, _ in .init(status) }.0 == .received)
  }

  @Test(
    "a status that allows a retry keeps the ping for another attempt",
    arguments: [408, 425, 429, 500, 503, 599]
  )
  func busy(_ status: Int) async throws {
    let (answer, _) = try await send { _, _ in .init(status, headers: [("Retry-After", "7")]) }
    #expect(answer == .busy(status: status, retryAfter: "7"))
    #expect(try await send { _, _ in .init(status) }.0 == .busy(status: status, retryAfter: nil))
  }

  @Test(
    "an error status that does not allow a retry counts as a refusal of the ping",
    arguments: [400, 401, 403, 404, 410, 414, 431]
  )
  func refused(_ status: Int) async throws {
    #expect(
      try await send { _, _ in .init(status) }.0
        == .refused(.failedSendPing, "the collector answered \(status)")
    )
  }

  @Test(
    "a redirect counts as received and is not followed",
    arguments: [301, 302, 303, 307, 308],
    ["/other?x=1", "http://127.0.0.1:1/", "https://secure-dcr.imrworldwide.com/"]
  )
  func redirected(_ status: Int, _ location: String) async throws {
    let (answer, uris) = try await send { _, _ in .redirect(status, to: location) }
    #expect(answer == .received)
    #expect(uris == ["/cgi-bin/d?a=%2F&b="])
  }

  @Test("a host in refusedHosts is not contacted")
  func refusedHosts() async throws {
    let (answer, uris) = try await send(refusing: ["127.0.0.1"]) { _, _ in .init() }
    #expect(uris.isEmpty)
    guard case .refused(.failedCreateRequest, _) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test("for an answer with a long body, only the status counts")
  func longBody() async throws {
    let (received, _) = try await send { _, _ in Self.long(200) }
    #expect(received == .received)
    let (busy, _) = try await send { _, _ in Self.long(503) }
    #expect(busy == .busy(status: 503, retryAfter: nil))
  }

  private static func long(_ status: Int) -> LoopbackCollector.Answer {
    var answer = LoopbackCollector.Answer(status)
    answer.body = String(repeating: "x", count: 1 << 20)
    return answer
  }

  @Test("an unreachable collector is reported as offline")
  func offline() async throws {
    let collector = try await LoopbackCollector()
    try await collector.stop()
    guard case .failed("offline", _, _) = try await send(to: collector.url)[0] else {
      Issue.record("an answer from nobody")
      return
    }
  }

  @Test("a connection that is closed without an answer is reported as offline")
  func hangUp() async throws {
    guard case .failed("offline", _, _) = try await send({ _, _ in .hangUp }).0 else {
      Issue.record("an answer from nobody")
      return
    }
  }

  @Test("a missing answer is reported as a timeout")
  func timeout() async throws {
    let collector = try await LoopbackCollector { _, _ in .silence }
    guard case .failed("timeout", _, _) = try await send(to: collector.url, timeout: 1)[0] else {
      Issue.record("an answer from nobody")
      return
    }
    try await collector.stop()
  }

  @Test("a collector without TLS at an https URL is reported as tls")
  func tls() async throws {
    let collector = try await LoopbackCollector()
    let url = "https://127.0.0.1:\(collector.port)"
    guard case .failed("tls", _, _) = try await send(to: url)[0] else {
      Issue.record("an answer from nobody")
      return
    }
    try await collector.stop()
  }

  @Test("a ping without a valid URL is refused without a request")
  func noURL() async throws {
    let collector = try await LoopbackCollector()
    let answer = try await send(to: collector.url, pings: ["\n"])[0]
    guard case .refused(.failedCreateRequest, _) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(collector.requests.isEmpty)
    try await collector.stop()
  }
}
