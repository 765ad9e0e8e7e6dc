import HTTP
import HTTPServer
import Testing

@testable import Collector

@Suite("checks of requests before their bodies are read")
struct RequestGateTests {
  private let gate: RequestGate

  init() {
    var limits = CollectorLimits()
    limits.targetLength = 100
    limits.bodySize = 1000
    limits.headerSize = 300
    gate = RequestGate(limits: limits)
  }

  struct Case: Sendable {
    var method: String
    var target: String
    var fields: [(String, String)]
    var refusal: RequestGate.Refusal?

    init(
      _ method: String = "POST",
      _ target: String = "/cgi-bin/gn",
      _ fields: [(String, String)] = [],
      _ refusal: RequestGate.Refusal? = nil
    ) {
      self.method = method
      self.target = target
      self.fields = fields
      self.refusal = refusal
    }
  }

  private static let long = String(repeating: "a", count: 301)

  private static let cases = [
    Case(), Case("GET", "/x/cgi-bin/d?a=1"), Case("GET", "http://h/cgi-bin/d?a=1"),
    Case("POST", "/", [("Host", "a.nuid.h")]), Case("POST", "/nmapi/v2/P1/s1/a"),
    Case("POST", "/cgi-bin/gn", [("Content-Length", "1000")]),
    Case("POST", "/cgi-bin/gn", [("Content-Length", "1001")], .body(1000)),
    Case("PUT", "/cgi-bin/gn", [], .method), Case("HEAD", "/cgi-bin/gn", [], .method),
    Case("POST", "/", [("Host", "a")], .path), Case("GET", "*", [], .path),
    Case("POST", "/cgi-bin/other", [("Content-Length", "1001")], .path),
    Case("PUT", "/cgi-bin/gn?" + long, [], .target(100)),
    Case("POST", "/cgi-bin/gn", [("X", long)], .fields(300)),
    Case(
      "POST",
      "/cgi-bin/gn",
      [("Transfer-Encoding", "chunked"), ("Content-Encoding", "identity, GZIP")],
      .coding("gzip")
    ),
    Case(
      "POST",
      "/cgi-bin/gn",
      [("Content-Length", "1"), ("Content-Type", " Multipart/Form-Data ; boundary=x")],
      .type("multipart/form-data")
    ),
    // Without a body, the coding is ignored.
    Case("GET", "/cgi-bin/gn", [("Content-Encoding", "gzip"), ("Content-Length", "0")]),
    Case("POST", "/cgi-bin/gn", [("Content-Length", "9"), ("Content-Type", "application/json")]),
  ]

  @Test("only requests that are too large or cannot contain pings are refused", arguments: cases)
  func refusals(_ wanted: Case) {
    var request = ServerRequest(method: wanted.method, target: wanted.target)
    for (name, value) in wanted.fields { request.headers.append(name, value) }
    #expect((gate.oversize(request) ?? gate.refusal(request)) == wanted.refusal)
  }

  @Test(
    "the refusal of a request that is too large closes the connection, and other refusals do not",
    arguments: [
      (RequestGate.Refusal.path, 404, false), (.method, 405, false), (.coding("gzip"), 415, false),
      (.type("a"), 415, false), (.target(1), 414, true), (.fields(1), 431, true),
      (.body(1), 413, true),
    ] as [(RequestGate.Refusal, Int, Bool)]
  )
  func closing(_ refusal: RequestGate.Refusal, _ status: Int, _ closes: Bool) {
    #expect(refusal.response.status == status && refusal.response.closes == closes)
  }
}
