import Foundation
import HTTP
import Synchronization
import TestServer
import TestSupport
import Testing

@testable import Collector

/// `id3tap collect --proxy`.
@Suite("the proxy of a test device")
struct ForwardProxyTests {
  /// A collector that is a proxy. Data for another machine reaches `trap` first.
  private static func bench(
    _ trap: TestServer,
    _ onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> CollectorBench {
    try await CollectorBench { settings in
      settings.isProxy = true
      settings.proxyEnvironment = ["http_proxy": trap.url("/"), "https_proxy": trap.url("/")]
      settings.onProblem = onProblem
    }
  }

  private static func trap() throws -> TestServer { try TestServer { _ in .status(404) } }

  @Test(
    "seed #122: a request to a production host is collected, and nothing leaves for that host"
  )
  func collected() async throws {
    let trap = try Self.trap()
    let bench = try await Self.bench(trap)
    let ping = "/cgi-bin/gn?prd=session&c13=asid,P1"
    let hosts = [
      "http://secure-sw.imrworldwide.com", "http://IMRWORLDWIDE.COM.:80", "https://a.nielsen.com",
      "http://user@x.imrworldwide.com",
    ]
    for host in hosts {
      #expect(
        try await bench.ask(host + ping, headers: ["User-Agent: App"]).status == 200,
        "\(host)"
      )
    }
    #expect(try bench.rows("SELECT url FROM requests") == hosts.map { [$0 + ping] })
    // A request that is not a ping is not forwarded either.
    let other = try await bench.ask("POST", "http://cdn.nielsen.com/other", body: "a=b")
    #expect(other.status == 404)
    #expect(try await bench.ask("http://imrworldwide.com/").status == 404)
    #expect(trap.connectionCount == 0)
    // The trap sees what does leave.
    #expect(try await bench.ask("http://other.example/a").status == 502)
    #expect(trap.connectionCount == 1)
    try await bench.collector.stop()
  }

  @Test(
    "a request to another host is carried there, with its body, and answered as that host answers"
  )
  func forwarded() async throws {
    let server = try TestServer { request in
      TestResponse(
        status: request.path == "/moved" ? 302 : 201,
        headers: [
          ("Location", "/there"), ("X-Seen", request["x-own"] ?? "none"),
          ("Keep-Alive", "timeout=5"),
        ],
        body: Array("\(request.method) \(request["host"] ?? "") ".utf8) + request.body
      )
    }
    let bench = try await Self.bench(try Self.trap())
    let answer = try await bench.ask(
      "POST",
      server.url("/a?b=c"),
      headers: ["X-Own: 1", "Proxy-Connection: close", "Connection: X-Hop", "X-Hop: 2"],
      body: "text"
    )
    #expect(answer.status == 201 && answer.text == "POST 127.0.0.1:\(server.port) text")
    #expect(answer.headers["x-seen"] == "1" && answer.headers["keep-alive"] == nil)
    let request = try #require(server.requests.first)
    #expect(request["via"] == "1.1 id3tap-collect")
    #expect(request["proxy-connection"] == nil && request["x-hop"] == nil)
    // A redirect is the device's to follow.
    let moved = try await bench.ask(server.url("/moved"))
    #expect(moved.status == 302 && moved.headers["location"] == "/there")
    #expect(try bench.rows("SELECT count(*) FROM requests") == [["0"]])
    server.stop()
    let gone = try await bench.ask(server.url("/a"))
    #expect(gone.status == 502 && gone.text.contains("The server gave no answer: "))
    try await bench.collector.stop()
  }

  @Test("a tunnel is refused with what to use for HTTPS, and reported once")
  func tunnels() async throws {
    let trap = try Self.trap()
    let reports = Mutex<[String]>([])
    let bench = try await Self.bench(trap) { report in reports.withLock { $0.append(report) } }
    for (target, status) in [
      ("secure-sw.imrworldwide.com:443", 403), ("other.example:443", 501),
      ("other.example:443", 501),
    ] {
      let answer = try await bench.ask("CONNECT", target)
      #expect(answer.status == status)
      #expect(answer.text.contains("run mitmproxy with Integrations/mitmproxy/id3tap.py"))
      #expect(answer.headers["connection"] == "close")
    }
    #expect(reports.withLock { $0 }.count == 2)
    #expect(
      reports.withLock { $0 }.first?.hasPrefix(
        "127.0.0.1: wants HTTPS to secure-sw.imrworldwide.com: this proxy carries plain HTTP only"
      ) == true
    )
    #expect(trap.connectionCount == 0)
    try await bench.collector.stop()
  }

  @Test("without the option nothing is carried, and a tunnel is refused with the option's name")
  func off() async throws {
    let trap = try Self.trap()
    let bench = try await CollectorBench { $0.proxyEnvironment = ["http_proxy": trap.url("/")] }
    #expect(try await bench.ask("http://other.example/a").status == 404)
    let tunnel = try await bench.ask("CONNECT", "other.example:443")
    #expect(tunnel.status == 501 && tunnel.text.contains("id3tap collect --proxy"))
    #expect(trap.connectionCount == 0)
    try await bench.collector.stop()
  }

  @Test(
    "the target of a request decides where it goes",
    arguments: [
      ("GET", "/cgi-bin/gn", ProxyRoute.own), ("OPTIONS", "*", .own),
      ("GET", "http://imrworldwide.com/a", .collected), ("GET", "http://a.example/", .forwarded),
      // The host that libcurl would connect to.
      ("GET", "http://imrworldwide%2Ecom/", .collected),
      ("GET", "http://a.example@nielsen.com/", .collected),
      ("GET", "http://imrworldwide.com.a.example/", .forwarded),
      ("GET", "ftp://a.example/", .refused(.target)), ("GET", "a.example", .refused(.target)),
      ("CONNECT", "a.example:443", .refused(.tunnel("a.example"))),
      ("CONNECT", "NIELSEN.com.:443", .refused(.nielsenTunnel("nielsen.com."))),
    ]
  )
  func routes(_ method: String, _ target: String, _ route: ProxyRoute) {
    #expect(ProxyRoute(ServerRequest(method: method, target: target)) == route)
  }

  @Test("a request that the proxy has carried already goes no further")
  func loop() {
    let headers: HTTPHeaders = ["Via": "1.1 a, 1.1 id3tap-collect"]
    let request = ServerRequest(target: "http://a.example/", headers: headers)
    #expect(ProxyRoute(request) == .refused(.loop))
  }

  @Test(
    "addresses of this machine and of its link are for its own clients",
    arguments: [
      ("127.0.0.1", true), ("::1", true), ("0.0.0.0", true), ("169.254.169.254", true),
      ("fe80::1", true), ("::ffff:127.0.0.1", true), ("192.168.1.2", false), ("10.0.0.1", false),
      ("::ffff:10.0.0.1", false), ("2001:db8::1", false), ("8.8.8.8", false),
    ]
  )
  func local(_ text: String, _ isLocal: Bool) throws {
    #expect(LocalAddress.isLocal(try #require(IPAddress(text))) == isLocal)
    #expect(LocalAddress.isPeer(text) == ["127.0.0.1", "::1", "::ffff:127.0.0.1"].contains(text))
  }
}
