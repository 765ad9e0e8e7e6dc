import LoopbackCollector
import NielsenAppApi
import Synchronization
import Testing

@testable import PingDelivery

@Suite("time-shift codes over HTTP")
struct TimeShiftClientTests {
  private func ask(
    _ client: TimeShiftClient,
    payload: String = "www.nielsen.com/a==/b",
    timeout: Int = 10
  ) async -> String? {
    let lookup = TimeShiftResponder.Lookup(
      payload: payload,
      breakout: "07",
      timeoutSeconds: timeout
    )
    return await withCheckedContinuation { continuation in
      client.responder.ask(lookup) { continuation.resume(returning: $0) }
    }
  }

  private func ask(
    path: String = "/tsv",
    timeout: Int = 10,
    _ answer: @escaping @Sendable (Int, String) -> LoopbackCollector.Answer
  ) async throws -> (String?, [String]) {
    let collector = try await LoopbackCollector(answer)
    let code = try await ask(TimeShiftClient(collector.url + path), timeout: timeout)
    try await collector.stop()
    return (code, collector.uris)
  }

  private static func body(_ text: String, _ status: Int = 200) -> LoopbackCollector.Answer {
    var answer = LoopbackCollector.Answer(status)
    answer.body = text
    return answer
  }

  @Test(
    "a lookup returns the code in the server's response",
    arguments: [("/tsv", "/tsv?"), ("/t?a=1", "/t?a=1&"), ("", "/?")]
  )
  func code(_ path: String, _ start: String) async throws {
    let (code, uris) = try await ask(path: path) { _, _ in Self.body("{\"tsv\": \"03\", \"x\": 1}")
    }
    #expect(code == "03")
    #expect(uris == [start + "id3=www.nielsen.com%2Fa%3D%3D%2Fb&breakout=07&fmt=json"])
  }

  @Test(
    "a response that has no valid code, has an error status or is too large counts as no answer",
    arguments: [
      ("", 200), ("03", 200), ("{\"tsv\": 3}", 200), ("{}", 200), ("{\"tsv\": \"03\"}", 404),
      ("{\"tsv\": \"03\"}", 302),
      ("{\"tsv\": \"03\", \"x\": \"\(String(repeating: "x", count: 5000))\"}", 200),
    ]
  )
  func none(_ text: String, _ status: Int) async throws {
    let (code, uris) = try await ask { _, _ in Self.body(text, status) }
    #expect(code == nil)
    #expect(uris.count == 1)
  }

  @Test("redirects of a lookup are not followed")
  func redirect() async throws {
    let (code, uris) = try await ask { index, _ in
      index == 0 ? .redirect(to: "/other") : Self.body("{\"tsv\": \"03\"}")
    }
    #expect(code == nil)
    #expect(uris.count == 1)
  }

  @Test("a lookup without a response within the timeout has no answer")
  func silence() async throws {
    let (code, _) = try await ask(timeout: 0) { _, _ in .silence }
    #expect(code == nil)
  }

  @Test("cancelling a client ends its lookups without a code, and later lookups get no code")
  func cancelled() async throws {
    let collector = try await LoopbackCollector { _, _ in .silence }
    let client = try TimeShiftClient(collector.url)
    async let running = ask(client, timeout: 3600)
    while collector.uris.isEmpty { await Task.yield() }
    client.cancel()
    #expect(await running == nil)
    #expect(await ask(client, timeout: 3600) == nil)
    #expect(collector.uris.count == 1)
    try await collector.stop()
  }

  @Test("a lookup beyond 64 simultaneous ones gets no answer", .timeLimit(.minutes(1)))
  func many() async throws {
    let collector = try await LoopbackCollector { _, _ in .silence }
    let client = try TimeShiftClient(collector.url)
    let lookup = TimeShiftResponder.Lookup(payload: "a", breakout: "07", timeoutSeconds: 3600)
    for _ in 0..<64 { client.responder.ask(lookup) { _ in } }
    #expect(await ask(client, timeout: 3600) == nil)
    client.cancel()
    try await collector.stop()
  }

  @Test("an unreachable server gives no answer")
  func nobody() async throws {
    let gone = try await LoopbackCollector()
    try await gone.stop()
    #expect(try await ask(TimeShiftClient(gone.url)) == nil)
  }

  @Test(
    "URLs of hosts that must not be contacted are rejected",
    arguments: ["https://tsv.imrworldwide.com/", "http://a.example/", "ftp://h/"]
  )
  func refused(_ url: String) {
    #expect(throws: CollectorURLError.self) {
      _ = try TimeShiftClient(url, refusing: ["example"])
    }
  }

  @Test(
    "an engine does not wait for a code, uses the code from its arrival, and reports a missing code"
  )
  func engine() async throws {
    let collector = try await LoopbackCollector { index, _ in
      index == 0 ? Self.body("{\"tsv\": \"03\"}") : Self.body("no")
    }
    let client = try TimeShiftClient(collector.url)
    let (codes, continuation) = AsyncStream.makeStream(of: Int.self)
    let pings = Mutex<[Ping]>([])
    let listener = Listener(continuation)
    var environment = EngineEnvironment.offline(seed: 1)
    environment.onPing = { ping in pings.withLock { $0.append(ping) } }
    // Only the test waits for the answers.
    let (answers, answered) = AsyncStream.makeStream(of: Void.self)
    let responder = client.responder
    environment.timeShift = .requesting { lookup, answer in
      responder.ask(lookup) {
        answer($0)
        answered.yield()
      }
    }
    let api = try #require(
      NielsenAppApi(appInfo: ["appid": "app"], delegate: listener, environment: environment)
    )
    var rest = answers.makeAsyncIterator()
    for id in ["pI-X5FFk07770SXf2ZbI6g==", "K8Upx4CjmUIss2lHq3rwXg=="] {
      api.play()
      api.sendID3(Self.payload(id, 0))
      await rest.next()
      for second in 0...40 {
        api.playheadPosition(Int64(second))
        if second % 10 == 1 { api.sendID3(Self.payload(id, second)) }
      }
      api.end()
    }
    let credits = pings.withLock { $0.filter { $0.type == .duration }.compactMap { $0["cr"] } }
    #expect(credits == ["2_00_03_D1_10000_0", "2_00_99_D1_10000_0"])
    #expect(await codes.first { _ in true } == 11)
    try await collector.stop()
  }

  private final class Listener: NielsenAppApiDelegate, Sendable {
    let continuation: AsyncStream<Int>.Continuation
    init(_ continuation: AsyncStream<Int>.Continuation) { self.continuation = continuation }
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
      continuation.yield(error["ErrorStatus"] as? Int ?? 0)
    }
  }

  private static func payload(_ id: String, _ second: Int) -> String {
    let watermark = String(repeating: "A", count: 165) + (second < 10 ? "0" : "") + "\(second)="
    return "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/\(id)/\(watermark)/00000/\(36000 + second)/00"
  }
}
