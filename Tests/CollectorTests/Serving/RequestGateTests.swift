import HTTPTypes
import NIOHTTP1
import Testing

@testable import Collector

@Suite("requests before their bodies are read")
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
    var method: HTTPMethod
    var target: String
    var fields: [(String, String)]
    var refusal: RequestGate.Refusal?

    init(
      _ method: HTTPMethod = .POST,
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
    Case(), Case(.GET, "/x/cgi-bin/d?a=1"), Case(.GET, "http://h/cgi-bin/d?a=1"),
    Case(.POST, "/", [("Host", "a.nuid.h")]), Case(.POST, "/nmapi/v2/P1/s1/a"),
    Case(.POST, "/cgi-bin/gn", [("Content-Length", "1000")]),
    Case(.POST, "/cgi-bin/gn", [("Content-Length", "1001")], .body(1000)),
    Case(.PUT, "/cgi-bin/gn", [], .method), Case(.HEAD, "/cgi-bin/gn", [], .method),
    Case(.POST, "/", [("Host", "a")], .path), Case(.GET, "*", [], .path),
    Case(.POST, "/cgi-bin/other", [("Content-Length", "1001")], .path),
    Case(.PUT, "/cgi-bin/gn?" + long, [], .target(100)),
    Case(.POST, "/cgi-bin/gn", [("X", long)], .fields(300)),
    Case(
      .POST,
      "/cgi-bin/gn",
      [("Transfer-Encoding", "chunked"), ("Content-Encoding", "identity, GZIP")],
      .coding("gzip")
    ),
    Case(
      .POST,
      "/cgi-bin/gn",
      [("Content-Length", "1"), ("Content-Type", " Multipart/Form-Data ; boundary=x")],
      .type("multipart/form-data")
    ),
    // Without a body there is nothing that could be in a coding.
    Case(.GET, "/cgi-bin/gn", [("Content-Encoding", "gzip"), ("Content-Length", "0")]),
    Case(.POST, "/cgi-bin/gn", [("Content-Length", "9"), ("Content-Type", "application/json")]),
  ]

  @Test("what brings no ping is refused", arguments: cases)
  func refusals(_ wanted: Case) {
    let head = HTTPRequestHead(
      version: .http1_1,
      method: wanted.method,
      uri: wanted.target,
      headers: HTTPHeaders(wanted.fields)
    )
    #expect(gate.refusal(RequestOutline(head)) == wanted.refusal)
  }

  @Test(
    "what a body is left unread of ends the connection",
    arguments: [
      (RequestGate.Refusal.path, false, false), (.path, true, true), (.target(1), false, true),
      (.method, true, true), (.type("a"), false, false),
    ] as [(RequestGate.Refusal, Bool, Bool)]
  )
  func closing(_ refusal: RequestGate.Refusal, _ leavesBody: Bool, _ closes: Bool) {
    let response = refusal.response(leavesBody: leavesBody)
    #expect((response.headers[.connection] == "close") == closes)
  }
}
