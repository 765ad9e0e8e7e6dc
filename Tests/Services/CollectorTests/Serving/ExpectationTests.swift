import Collector
import TestSupport
import Testing

@Suite("clients that expect 100 Continue")
struct ExpectationTests {
  struct Asking: Sendable {
    var method = "POST"
    var target = "/cgi-bin/gn"
    var length = 100
    var fields: [String] = []
    var status = 100
  }

  private static let askings = [
    Asking(), Asking(length: 101, status: 413), Asking(method: "PUT", status: 405),
    Asking(method: "GET"), Asking(target: "/foo", status: 404),
    Asking(target: "/cgi-bin/gn?" + String(repeating: "a", count: 50), status: 414),
    Asking(target: "/api/comparison", status: 404),
    Asking(fields: ["Content-Encoding: gzip"], status: 415),
    Asking(fields: ["Content-Type: Multipart/Form-Data; boundary=x"], status: 415),
    Asking(fields: ["Content-Type: text/plain", "Content-Encoding: identity"]),
  ]

  @Test("a client receives 100 Continue only if its body will be read", arguments: askings)
  func expectation(_ asking: Asking) async throws {
    let bench = try await CollectorBench { settings in
      (settings.limits.targetLength, settings.limits.bodySize) = (50, 100)
    }
    let port = bench.port
    let heads = try await bench.waiting { () -> [LoopbackClient.Answer?] in
      let client = try LoopbackClient(port: port)
      let lines =
        ["\(asking.method) \(asking.target) HTTP/1.1", "Host: a", "Expect: 100-Continue"]
        + ["Content-Length: \(asking.length)"] + asking.fields
      try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
      let first = try client.head()
      guard first?.status == 100 else { return [first] }
      try client.send("a=" + String(repeating: "b", count: asking.length - 2))
      return [first, try client.answer()]
    }
    #expect(heads.first??.status == asking.status)
    // It is unknown whether an unexpected body follows, and where the next request begins.
    #expect((heads.last??.headers["connection"] == "close") == (asking.status != 100))
    if asking.status == 100 { #expect(heads.last??.status == 200) }
    try await bench.collector.stop()
  }

  @Test("a pipelined request receives 100 Continue after the earlier requests are answered")
  func expectationInTurn() async throws {
    let bench = try await CollectorBench()
    let port = bench.port
    let statuses = try await bench.waiting { () -> [Int?] in
      let client = try LoopbackClient(port: port)
      try client.send(
        client.request(CollectorBench.session)
          + "POST /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
      )
      let first = [try client.answer()?.status, try client.head()?.status]
      try client.send("a=b")
      return first + [try client.answer()?.status]
    }
    #expect(statuses == [200, 100, 200])
    try await bench.collector.stop()
  }
}
