import Collector
import TestSupport
import Testing

@Suite("pings from web pages")
struct CrossOriginTests {
  private static let origin = "https://app.example:8443"

  @Test(
    "the answer names the request's origin, so that pages of that origin may send credentials",
    arguments: [origin, "null", "http://127.0.0.1:1"]
  )
  func named(_ origin: String) async throws {
    let bench = try await CollectorBench()
    for target in [CollectorBench.session, "/cgi-bin/tsv?id3=", "/nmapi/v2/P1/s1/a?b=%7B%7D"] {
      for (method, status) in [("GET", 200), ("POST", 200), ("OPTIONS", 204), ("PUT", 405)] {
        let answer = try await bench.ask(method, target, headers: ["Origin: \(origin)"])
        #expect(answer.status == status)
        #expect(answer.headers["access-control-allow-origin"] == origin)
        #expect(answer.headers["access-control-allow-credentials"] == "true")
        #expect(answer.headers["vary"] == "Origin" && answer.headers["cache-control"] == "no-store")
      }
    }
    try await bench.collector.stop()
  }

  @Test("the answer to a request without a usable origin allows any origin, but no credentials")
  func unnamed() async throws {
    let bench = try await CollectorBench()
    let long = "Origin: https://" + String(repeating: "a", count: 1000)
    for headers in [[], [long]] {
      let answer = try await bench.ask(CollectorBench.session, headers: headers)
      #expect(answer.status == 200 && answer.headers["access-control-allow-origin"] == "*")
      #expect(answer.headers["access-control-allow-credentials"] == nil)
      #expect(answer.headers["vary"] == nil)
    }
    try await bench.collector.stop()
  }

  @Test(
    "a page may send the header fields that it asks for",
    arguments: [
      ("content-type", "content-type"), ("X-A, x-b,\tx-c", "X-A, x-b,\tx-c"), (nil, "*"),
      ("a b;c", "*"), (String(repeating: "x", count: 5000), "*"),
    ] as [(String?, String)]
  )
  func fields(_ asked: String?, _ allowed: String) async throws {
    let bench = try await CollectorBench()
    let asking = asked.map { ["Access-Control-Request-Headers: \($0)"] } ?? []
    let answer = try await bench.ask(
      "OPTIONS",
      CollectorBench.session,
      headers: ["Origin: \(Self.origin)", "Access-Control-Request-Method: POST"] + asking
    )
    #expect(answer.status == 204 && answer.headers["access-control-allow-headers"] == allowed)
    #expect(answer.headers["access-control-allow-methods"] == "GET, POST, OPTIONS")
    #expect(answer.headers["access-control-max-age"] == "86400")
    try await bench.collector.stop()
  }

  @Test(
    "pages of other origins may not read the live page or the exports",
    arguments: [
      "/", "/?ping=1", "/api/comparison", "/export.har",
      "/export.jsonl", "/favicon.ico",
    ]
  )
  func closed(_ target: String) async throws {
    let bench = try await CollectorBench()
    _ = try await bench.ask(CollectorBench.session)
    for method in ["GET", "POST", "OPTIONS"] {
      let answer = try await bench.ask(method, target, headers: ["Origin: \(Self.origin)"])
      #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control") }, "\(method)")
      if method != "GET" { #expect(answer.status == 404) }
    }
    try await bench.collector.stop()
  }

  @Test("a script may read the reason why its ping was refused")
  func refusals() async throws {
    let bench = try await CollectorBench { $0.limits.bodySize = 10 }
    for (field, body) in [("Content-Encoding: gzip", "a=1"), ("X: y", "a=1234567890")] {
      let answer = try await bench.ask(
        "POST",
        CollectorBench.session,
        headers: ["Origin: \(Self.origin)", field],
        body: body
      )
      #expect(answer.status == 415 || answer.status == 413)
      #expect(answer.headers["access-control-allow-origin"] == Self.origin)
    }
    try await bench.collector.stop()
  }
}
