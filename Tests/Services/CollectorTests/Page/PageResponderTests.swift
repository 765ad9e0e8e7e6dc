import Collector
import Foundation
import TestSupport
import Testing

@Suite("the live page")
struct PageResponderTests {
  private func sent(_ bench: CollectorBench, _ targets: [String]) async throws {
    let port = bench.port
    try await bench.waiting {
      let client = try LoopbackClient(port: port)
      for target in targets {
        let answer = try client.ask(target)
        #expect(answer?.status == 200)
      }
    }
  }

  private func ids(_ bench: CollectorBench, _ query: String) async throws -> [Int] {
    Self.numbers(/<tr data-id="(\d+)"/, in: try await bench.ask("/" + query).text)
  }

  private static func numbers(_ pattern: Regex<(Substring, Substring)>, in page: String) -> [Int] {
    page.matches(of: pattern).compactMap { Int($0.1) }
  }

  @Test("the document loads no other resources, and its policy forbids them")
  func document() async throws {
    let bench = try await CollectorBench()
    let page = try await bench.ask("/")
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    let policy = try #require(page.headers["content-security-policy"])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.contains("connect-src 'self'") && !policy.contains("unsafe"))
    #expect(page.headers["x-frame-options"] == "DENY")
    #expect(page.headers["x-content-type-options"] == "nosniff")
    #expect(page.headers["cross-origin-resource-policy"] == "same-origin")
    #expect(page.headers["access-control-allow-origin"] == nil)
    #expect(!page.text.contains("http://www.w3.org/1999") && !page.text.contains("src=\""))
    try await bench.collector.stop()
  }

  @Test(
    "HEAD is answered like GET, without a body",
    arguments: ["/", "/export.har", "/export.jsonl"]
  )
  func head(_ target: String) async throws {
    let bench = try await CollectorBench()
    let full = try await bench.ask(target)
    let port = bench.port
    let (head, rest) = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      try client.send(client.request("HEAD", target, headers: ["Connection: close"]))
      return (try client.head(), try client.rest())
    }
    // The response has only a head.
    #expect(head?.status == 200 && rest.isEmpty)
    for name in ["content-type", "content-length", "content-disposition"] {
      #expect(head?.headers[name] == full.headers[name], "\(name)")
    }
    let events = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      try client.send(client.request("HEAD", "/events"))
      return try client.head()?.status
    }
    #expect(events == 405)
    try await bench.collector.stop()
  }

  @Test("an export to an HTTP/1.0 client has no chunks, and ends with the connection")
  func oldExport() async throws {
    let bench = try await CollectorBench()
    _ = try await bench.ask(CollectorBench.session)
    let port = bench.port
    let (head, full) = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      try client.send("GET /export.jsonl HTTP/1.0\r\n\r\n")
      return (try client.head(), try client.rest())
    }
    #expect(head?.headers["transfer-encoding"] == nil && head?.headers["connection"] == "close")
    #expect(try await bench.ask("/export.jsonl").body == full)
    try await bench.collector.stop()
  }

  @Test(
    "the page is not available under other host names, but pings are received under any name",
    arguments: ["/", "/api/comparison", "/events", "/export.har", "/export.jsonl"]
  )
  func rebinding(_ target: String) async throws {
    let bench = try await CollectorBench()
    let evil = try await bench.ask(target, headers: ["Host: evil.example"])
    #expect(evil.status == 403 && evil.text.contains("use the IP address"))
    let ping = try await bench.ask(CollectorBench.session, headers: ["Host: sdk.evil.example"])
    #expect(ping.status == 200)
    try await bench.collector.stop()
  }

  @Test("a request for / at the host of the cross-domain service is stored as a ping")
  func crossDomain() async throws {
    let bench = try await CollectorBench()
    let answer = try await bench.ask("/", headers: ["Host: abc.nuid.collector.invalid"])
    #expect(answer.headers["content-type"] == "image/gif")
    #expect(try bench.rows("SELECT product FROM pings") == [["emm"]])
    try await bench.collector.stop()
  }

  @Test("the list is sorted newest first, paged, and filtered by product, type, app and session")
  func list() async throws {
    let bench = try await CollectorBench()
    let targets = (1...30).map { number in
      let product = number % 2 == 0 ? "prd=dcr&cr=4_00_99_V1_00000" : "prd=session"
      return "/cgi-bin/gn?\(product)&c13=asid,P\(number % 3)&sessionId=s\(number % 5)&n=\(number)"
    }
    try await sent(bench, targets)
    #expect(try await ids(bench, "?limit=4") == [30, 29, 28, 27])
    #expect(try await ids(bench, "?limit=3&before=27") == [26, 25, 24])
    #expect(try await ids(bench, "?limit=3&after=24") == [27, 26, 25])
    #expect(try await ids(bench, "?limit=0&before=2") == [1])
    #expect(try await ids(bench, "?product=dcr&limit=3") == [30, 28, 26])
    #expect(try await ids(bench, "?product=dcr&type=view&app=P0&limit=3") == [30, 24, 18])
    #expect(try await ids(bench, "?session=s1&limit=9") == [26, 21, 16, 11, 6, 1])
    #expect(
      try await ids(bench, "?session=s1&app=P1&product=session") == [21 + 10, 1].filter { $0 < 31 }
    )
    #expect(try await ids(bench, "?session=none").isEmpty)
    #expect(try await ids(bench, "?product=%27%20OR%201=1--").isEmpty)
    #expect(try await ids(bench, "?before=x&limit=y").count == 30)
    let page = try await bench.ask("/?product=dcr").text
    for words in [
      "30 pings stored, ", #"<option value="P0"><option value="P1"><option value="P2">"#,
      #"<option value="dcr" selected>dcr (15)</option><option value="session">session (15)</option>"#,
      #"href="export.har?product=dcr""#, #"data-events="events?product=dcr""#,
    ] { #expect(page.contains(words), "\(words)") }
    try await bench.collector.stop()
  }

  @Test(
    "a list filtered by findings has only the faulty pings, and a link to the next list"
  )
  func findings() async throws {
    let bench = try await CollectorBench()
    // Most parameters of the view pings are missing. A site census ping has no findings.
    try await sent(
      bench,
      (1...10).map { number in
        number == 6
          ? "/cgi-bin/m?ci=1"
          : "/cgi-bin/gn?prd=dcr&c13=asid,P9&sessionId=s9&cr=4_00_99_V1_00000&n=\(number)"
      } + [CollectorBench.session]
    )
    let all = try await ids(bench, "")
    #expect(all == Array((1...11).reversed()))
    let faulty = try await ids(bench, "?findings=error")
    #expect(faulty == all.filter { $0 != 6 })
    let page = try await bench.ask("/?findings=error&limit=4").text
    let oldest = Self.numbers(/id="older" href="[^"]*before=(\d+)/, in: page)
    #expect(oldest == [8])
    #expect(try await ids(bench, "?findings=error&limit=4&before=8") == [7, 5, 4, 3])
    #expect(try await ids(bench, "?findings=nonsense").count == all.count)
    try await bench.collector.stop()
  }

  @Test("one ping is explained field by field, with its findings and its request")
  func detail() async throws {
    let bench = try await CollectorBench()
    try await sent(bench, [CollectorBench.session + "&moon=%3Cimg%20src=x%3E"])
    let page = try await bench.ask("/?ping=1").text
    for words in [
      "<code>&lt;img src=x&gt;</code>", "<td><code>c13 asid</code></td><td><code>P1</code></td>",
      #"<li class="info" data-cause="unknown moon">"#, "<pre>GET http://", "<dd>127.0.0.1</dd>",
      #"tabindex="-1">app session</h2>"#,
    ] { #expect(page.contains(words), "\(words)") }
    #expect(try await bench.ask("/?ping=99").text.contains("There is no ping 99"))
    #expect(!(try await bench.ask("/?ping=x").text.contains(#"id="detail""#)))
    try await bench.collector.stop()
  }

  @Test("the timeline shows the sessions with the latest pings")
  func sessions() async throws {
    let bench = try await CollectorBench()
    try await sent(
      bench,
      (1...40).map { "/cgi-bin/gn?prd=session&c13=asid,P1&sessionId=s\($0 / 2)" }
    )
    #expect(try await bench.ask("/").text.matches(of: /<svg height/).count == 12)
    let newest = try await bench.ask("/?session=s20").text
    #expect(newest.matches(of: /<svg height="18" role="group" aria-label="1 ping">/).count == 1)
    #expect(newest.matches(of: /<rect class="mark session-ping"/).count == 1)
    #expect(Self.numbers(/ping=(\d+)" tabindex/, in: newest) == [40])
    try await bench.collector.stop()
  }

  @Test("100,000 pings are listed, filtered and counted")
  func many() async throws {
    let bench = try await CollectorBench()
    try await sent(bench, [CollectorBench.session])
    try await bench.collector.stop()
    // The rows are copies of the ping, in many sessions.
    let outcome = try bench.write(
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        INSERT INTO requests SELECT i, received + i, peer, method, url || '&n=' || i, headers, body, status
        FROM n, requests WHERE request_id = 1;
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO sessions SELECT i, 's' || i, 'P1', 0, i, 100 FROM n;
      INSERT INTO arrivals SELECT request_id, request_id, 0, received, 1 + request_id % 1000,
        '/cgi-bin/gn', iif(request_id = 500, 'dcr', 'session'), 'session', NULL, NULL
        FROM requests WHERE request_id > 1;
      """
    )
    #expect(outcome == 99_999)
    let again = try await CollectorBench(at: bench.path)
    #expect(try await ids(again, "?limit=2") == [100_000, 99_999])
    #expect(try await ids(again, "?product=dcr") == [500])
    #expect(try await ids(again, "?session=s7&limit=2") == [99_006, 98_006])
    #expect(try await ids(again, "?before=3") == [2, 1])
    let page = try await again.ask("/").text
    #expect(page.contains("100,000 pings stored, "))
    #expect(page.matches(of: /<svg height/).count == 12)
    try await again.collector.stop()
  }
}
