import Collector
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@Suite("the collector")
struct PingCollectorTests {
  @Test(
    "every endpoint receives pings with GET and POST, under any path prefix",
    arguments: [
      ("/cgi-bin/gn?prd=session&c13=asid,P1", "session"), ("/cgi-bin/gn?prd=dcr&cr=V1", "dcr"),
      ("/cgi-bin/gn?prd=dcr&rt=text", "static"), ("/cgi-bin/d?st=mtvr", "dtvr"),
      ("/cgi-bin/trans?tp=", "id3"), ("/cgi-bin/tsv?id3=", "tsv"), ("/cgi-bin/m?ci=1", "census"),
      ("/cgi-bin/error?message=7", "error"), ("/cgi-bin/cfg?apid=1", "config"),
      ("/nmapi/v2/P1/s1/a?b=%7B%22event%22:%22playhead%22%7D", "cloud"),
      ("/behind/a/proxy/cgi-bin/gn?prd=session", "session"), ("/cgi-bin/gn", "unknown"),
    ]
  )
  func endpoints(_ target: String, _ product: String) async throws {
    let bench = try await CollectorBench()
    let answer = try await bench.ask(target)
    #expect(answer.status == 200)
    #expect(answer.headers["access-control-allow-origin"] == "*")
    #expect(answer.headers["cache-control"] == "no-store")
    let posted = try await bench.ask("POST", target, body: "x=1")
    #expect(posted.status == 200 && posted.body == answer.body)
    #expect(try bench.rows("SELECT product FROM pings") == [[product], [product]])
    try await bench.collector.stop()
  }

  @Test("a ping's URL, header fields, arrival time and decoded parameters are stored")
  func stored() async throws {
    let bench = try await CollectorBench { $0.now = { 1_700_000_002_345 } }
    let target = CollectorBench.session + "&tl=a%2Cb+c"
    _ = try await bench.ask(target, headers: ["User-Agent: app/1", "X-A: \"ü\""])
    let row = try bench.rows(
      "SELECT receivedAt, product, type, app, session, createTime, sendTime, endpoint, method, peer, status, part FROM pings"
    )
    #expect(
      row == [
        [
          "2023-11-14T22:13:22.345Z", "session", "session", "P1", "s1", "1700000000", "1700000001",
          "/cgi-bin/gn", "GET", "127.0.0.1", "200", "0",
        ]
      ]
    )
    let raw = try bench.rows("SELECT url, headers, body FROM requests")
    #expect(raw[0][0] == "http://127.0.0.1:\(bench.port)\(target)")
    #expect(
      raw[0][1] == #"[["Host","127.0.0.1:\#(bench.port)"],["User-Agent","app/1"],["X-A","\"ü\""]]"#
    )
    #expect(raw[0][2] == "NULL")
    let parameters = try bench.rows("SELECT parameters FROM parameters")[0][0]
    #expect(parameters.hasPrefix(#"[["prd","session"],["c13","asid,P1"],"#))
    #expect(parameters.hasSuffix(#",["tl","a,b+c"]]"#))
    try await bench.collector.stop()
  }

  @Test("each line of a body is stored as a ping of the same request")
  func lines() async throws {
    let bench = try await CollectorBench()
    let body = "prd=session&c13=asid,P1\n/cgi-bin/gn?prd=dcr&c13=asid,P2&x=1"
    let answer = try await bench.ask("POST", "/cgi-bin/gn", body: body)
    #expect(answer.status == 200)
    #expect(
      try bench.rows("SELECT product, app, part, request_id FROM pings")
        == [["session", "P1", "0", "1"], ["dcr", "P2", "1", "1"]]
    )
    #expect(try bench.rows("SELECT CAST(body AS TEXT) FROM requests") == [[body]])
    #expect(bench.collector.counts == (1, 2, 0, 0))
    try await bench.collector.stop()
  }

  @Test("a request to the collector's own host that is not a ping is not stored")
  func others() async throws {
    let bench = try await CollectorBench()
    #expect(try await bench.ask("/cgi-bin/other").status == 404)
    #expect(try await bench.ask("/favicon.ico").status == 404)
    let method = try await bench.ask("PUT", CollectorBench.session)
    #expect(method.status == 405 && method.headers["allow"] == "GET, POST, OPTIONS")
    let preflight = try await bench.ask(
      "OPTIONS",
      CollectorBench.session,
      headers: ["Origin: https://app.example", "Access-Control-Request-Method: POST"]
    )
    #expect(preflight.status == 204)
    #expect(preflight.headers["access-control-allow-origin"] == "https://app.example")
    #expect(preflight.headers["access-control-allow-methods"]?.contains("POST") == true)
    #expect(preflight.headers["access-control-allow-private-network"] == "true")
    #expect(try bench.rows("SELECT * FROM requests").isEmpty)
    try await bench.collector.stop()
  }

  @Test("long targets, large bodies and large headers are refused with a reason")
  func limits() async throws {
    let bench = try await CollectorBench { settings in
      settings.limits.targetLength = 1000
      settings.limits.bodySize = 2000
      settings.limits.headerSize = 4000
      settings.limits.headerCount = 20
    }
    let long = String(repeating: "a", count: 1000)
    let longer = String(repeating: long, count: 200)
    let target = try await bench.ask(CollectorBench.session + long)
    #expect(target.status == 414 && target.text == "A URL may have at most 1000 bytes.\n")
    let fields = try await bench.ask("/cgi-bin/gn", headers: ["X: \(long)\(long)\(long)\(long)"])
    #expect(fields.status == 431 && fields.text == "Header fields may have at most 4000 bytes.\n")
    let many = try await bench.ask("/cgi-bin/gn", headers: (0..<30).map { "X-\($0): a" })
    #expect(many.status == 431 && many.text == "A request may have at most 20 header fields.\n")
    // The body is not read.
    #expect(try await bench.ask(CollectorBench.session + longer).status == 414)
    #expect(try await bench.ask(CollectorBench.session, headers: ["X: \(longer)"]).status == 431)
    #expect(try await bench.ask("POST", "/cgi-bin/gn", body: long + long + "a").status == 413)
    // The length of the body is not declared.
    let chunked = "7d1\r\n\(long)\(long)a\r\n0\r\n\r\n"
    let port = bench.port
    let answer = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      try client.send(
        client.request("POST", "/cgi-bin/gn", headers: ["Transfer-Encoding: chunked"]) + chunked
      )
      return try client.answer()
    }
    #expect(answer?.status == 413)
    #expect(try bench.rows("SELECT * FROM requests").isEmpty)
    #expect(try await bench.ask(CollectorBench.session).status == 200)
    try await bench.collector.stop()
  }

  @Test(
    "the length limit of a URL applies to every path",
    arguments: [
      "/", "/?ping=1", "/api/comparison", "/events", "/export.har", "/export.jsonl", "/no",
    ]
  )
  func longTargets(_ path: String) async throws {
    let bench = try await CollectorBench()
    let query = "?x=" + String(repeating: "a", count: 32 << 10)
    for method in ["GET", "POST", "OPTIONS"] {
      let answer = try await bench.ask(method, path + query)
      #expect(answer.status == 414 && answer.text == "A URL may have at most 32768 bytes.\n")
    }
    try await bench.collector.stop()
  }

  @Test(
    "the connection is closed after a refusal such as 414, or if the client asks for it",
    arguments: [
      ("GET /cgi-bin/gn?LONG HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("POST /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nContent-Length: 2001\r\n\r\n", 413),
      (
        "POST /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nContent-Length: 2001\r\nExpect: 100-continue\r\n\r\n",
        413
      ),
      (
        "POST /foo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n", 404
      ),
      (
        "PUT /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
        405
      ),
      (
        "POST /cgi-bin/gn?LONG HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
        414
      ),
      (
        "POST /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400
      ),
      ("POST /foo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", 404),
      ("PUT /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 405),
      ("GET /cgi-bin/gn?a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /cgi-bin/gn?prd=session HTTP/1.0\r\n\r\n", 200),
      ("GET /cgi-bin/gn?prd=session HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
    ]
  )
  func closing(_ request: String, _ status: Int) async throws {
    // At most two connections are open, so the third request is answered when one of them has ended.
    let bench = try await CollectorBench { settings in
      settings.limits.targetLength = 1000
      settings.limits.bodySize = 2000
      settings.limits.connections = 2
    }
    let port = bench.port
    let text = request.replacing("LONG", with: String(repeating: "a", count: 1000))
    let answers = try await bench.waiting {
      // These connections stay open.
      let clients = try (0..<2).map { _ in try LoopbackClient(port: port) }
      let refused = try clients.map { client in
        try client.send(text)
        let answer = try client.answer()
        #expect(answer?.headers["connection"] == "close")
        #expect(try client.isClosed())
        return answer?.status
      }
      let honest = try LoopbackClient(port: port).ask(CollectorBench.session)?.status
      return withExtendedLifetime(clients) { refused + [honest] }
    }
    #expect(answers == [status, status, 200])
    try await bench.collector.stop()
  }

  @Test("a client that waits for 100 Continue receives it")
  func expectation() async throws {
    let bench = try await CollectorBench()
    let port = bench.port
    let statuses = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      try client.send(
        "POST /cgi-bin/gn HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n"
      )
      let first = try client.head()
      try client.send("prd=session")
      return [first?.status, try client.answer()?.status]
    }
    #expect(statuses == [100, 200])
    #expect(try bench.rows("SELECT product FROM pings") == [["session"]])
    try await bench.collector.stop()
  }

  @Test("above the rate limit, requests get 429 with Retry-After")
  func rate() async throws {
    let second = Atomic<Int64>(0)
    let bench = try await CollectorBench { settings in
      settings.limits.rate = 3
      settings.uptime = { second.load(ordering: .relaxed) * 1000 }
    }
    let port = bench.port
    let statuses = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      return try [Int64(0), 1].flatMap { now in
        second.store(now, ordering: .relaxed)
        return try (0..<5).map { _ in
          let answer = try client.ask(CollectorBench.session)
          return [answer?.status ?? 0, Int(answer?.headers["retry-after"] ?? "") ?? 0]
        }
      }
    }
    let (taken, refused) = ([200, 0], [429, 1])
    let inOneSecond = [taken, taken, taken, refused, refused]
    #expect(statuses == inOneSecond + inOneSecond)
    #expect(try bench.rows("SELECT * FROM requests").count == 6)
    try await bench.collector.stop()
  }

  @Test("a client that does not complete its request is disconnected", arguments: ["head", "body"])
  func slowLoris(_ part: String) async throws {
    let bench = try await CollectorBench { settings in
      settings.limits.idleTime = .milliseconds(200)
      settings.limits.requestTime = .milliseconds(200)
    }
    let port = bench.port
    let isClosed = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      try client.send(
        part == "head"
          ? "GET /cgi-bin/gn HTTP/1.1\r\nX-A"
          : "POST /cgi-bin/gn HTTP/1.1\r\nContent-Length: 9\r\n\r\na"
      )
      return try client.isClosed()
    }
    #expect(isClosed)
    try await bench.collector.stop()
  }

  @Test("stopping stores the received pings, closes the file and answers no further requests")
  func stop() async throws {
    let bench = try await CollectorBench()
    _ = try await bench.ask(CollectorBench.session)
    try await bench.collector.stop()
    #expect(try bench.rows("SELECT count(*) FROM pings") == [["1"]])
    let port = bench.port
    await #expect(throws: LoopbackClient.Failure.self) {
      try await bench.waiting { try LoopbackClient(port: port).ask(CollectorBench.session)?.status }
    }
    // The log has been moved into the file.
    let log = bench.path + "-wal"
    let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    #expect((size ?? 0) == 0)
  }

  @Test("the next collector on a database continues the numbers of pings and requests")
  func again() async throws {
    let bench = try await CollectorBench()
    _ = try await bench.ask(CollectorBench.session)
    try await bench.collector.stop()
    let second = try await CollectorBench(at: bench.path)
    _ = try await second.ask(CollectorBench.session)
    try await second.collector.stop()
    #expect(try bench.rows("SELECT ping_id, request_id FROM pings") == [["1", "1"], ["2", "2"]])
    #expect(try bench.rows("SELECT app, session, pings FROM sessions") == [["P1", "s1", "2"]])
  }

  @Test(
    "health and metrics report the stored pings, and only the health is available under any host name"
  )
  func health() async throws {
    let bench = try await CollectorBench()
    for _ in 0..<2 { #expect(try await bench.ask(CollectorBench.session).status == 200) }
    let health = try await bench.ask("/healthz", headers: ["Host: evil.example"])
    #expect(
      health.status == 200 && health.text.contains(#""status":"ok","pings":2"#),
      "\(health.text)"
    )
    #expect(try await bench.ask("/metrics", headers: ["Host: evil.example"]).status == 403)
    let lines = try await bench.ask("/metrics").text.split(separator: "\n")
    for line in [
      "id3tap_collect_up 1", "id3tap_collect_pings 2", "id3tap_collect_pings_total 2",
      #"id3tap_collect_requests_total{state="stored"} 2"#,
      #"id3tap_collect_requests_total{state="refused"} 0"#,
      "id3tap_collect_removed_pings_total 0", "id3tap_collect_requests_waiting 0",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("process_open_fds ") })
    try await bench.collector.stop()
  }
}
