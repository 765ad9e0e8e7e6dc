import TestServer
import TestSupport
import Testing

@testable import HTTP

/// The hosts and addresses to which a loader connects, and those that it refuses.
@Suite struct ReachTests {
  private func options(_ change: (inout HTTPOptions) -> Void = { _ in }) -> HTTPOptions {
    var options = HTTPOptions()
    options.retries.maximumCount = 0
    change(&options)
    return options
  }

  @Test(
    "without a top-level URL, no name or address of this machine is contacted",
    arguments: [
      "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "::1",
      "::ffff:127.0.0.1",
      "localhost.", "a.localhost",
    ]
  )
  func refused(host: String) async throws {
    let server = try TestServer { _ in .bytes([1]) }
    let fetched = await HTTPLoader(topLevelURL: nil, options: options())
      .fetch(server.url("/", host: host))
    #expect(fetched.error?.code == .forbidden || fetched.error?.code == .unreachable)
    #expect(fetched.bytes.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("a host whose name looks public is refused if its address is private")
  func byConnection() async throws {
    let server = try TestServer { _ in .bytes([1]) }
    let addresses = AddressGuard(topLevel: nil, allowsPrivate: false)
    #expect(addresses.refusal(ofHost: "ip6-localhost", isProxied: false) == nil)
    let own = try Hostname.ofThisMachine
    let fetched = await HTTPLoader(topLevelURL: nil, options: options())
      .fetch(server.url("/", host: own))
    #expect([.forbidden, .unreachable].contains(fetched.error?.code))
    #expect(server.requests.isEmpty)
  }

  /// Simulates a name service that gives the server's address for every host.
  private func named(_ server: TestServer) -> HTTPEnvironment {
    var environment = HTTPEnvironment.system
    environment.destinations = ["::127.0.0.1:\(server.port)"]
    return environment
  }

  @Test(
    "a host with a private address is also refused over TLS",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [TestServer.Speech.https1, .http2]
  )
  func encrypted(speech: TestServer.Speech) async throws {
    let server = try TestServer(speech) { _ in .bytes([1]) }
    let loader = HTTPLoader(
      topLevelURL: nil,
      options: options { $0.isInsecure = true },
      environment: named(server)
    )
    let error = await loader.fetch("https://a.example/").error
    #expect(error?.code == .forbidden)
    #expect(error?.reason == "a.example (127.0.0.1) is not a public address")
    #expect(server.requests.isEmpty)
  }

  @Test("the address of a kept connection is checked before another loader reuses it")
  func kept() async throws {
    let server = try TestServer { _ in .bytes([1]) }
    let url = "http://a\(server.port).example/"
    let inside = HTTPLoader(topLevelURL: url, options: options(), environment: named(server))
    for _ in 0..<2 { #expect(await inside.fetch(url).bytes == [1]) }
    #expect(server.connectionCount == 1)
    let outside = HTTPLoader(topLevelURL: nil, options: options(), environment: named(server))
    let error = await outside.fetch(url).error
    #expect(error?.code == .forbidden)
    #expect(error?.reason.contains("(127.0.0.1) is not a public address") == true)
    #expect(server.requests.count == 2)
  }

  @Test("a top-level URL on this machine may be redirected to another URL on this machine")
  func inside() async throws {
    let other = try TestServer { _ in .bytes([7]) }
    let server = try TestServer { _ in .redirect(to: other.url("/b", host: "localhost")) }
    let url = server.url("/a")
    #expect(await HTTPLoader(topLevelURL: url, options: options()).fetch(url).bytes == [7])
  }

  @Test(
    "a host that the options refuse is never contacted, neither directly nor after a redirect",
    arguments: ["localhost", "LOCALHOST", "%6cocalhost"]
  )
  func refused(_ host: String) async throws {
    let other = try TestServer { _ in .bytes([7]) }
    let server = try TestServer { _ in .redirect(to: other.url("/b", host: host)) }
    let refusing = options { $0.refusal = { $0 == "localhost" ? "is refused" : nil } }
    let url = server.url("/a", host: "127.0.0.1")
    for first in [url, other.url("/b", host: host)] {
      let loader = HTTPLoader(topLevelURL: first, options: refusing)
      let error = await loader.fetch(first).error
      #expect(error?.code == .forbidden && error?.reason == "is refused")
    }
    #expect(other.requests.isEmpty && server.requests.count == 1)
  }

  @Test("with allow-private, a loader without a top-level URL may reach a loopback address")
  func allowed() async throws {
    let server = try TestServer { _ in .bytes([7]) }
    let loader = HTTPLoader(topLevelURL: nil, options: options { $0.allowsPrivateAddresses = true })
    #expect(await loader.fetch(server.url("/a")).bytes == [7])
  }

  @Test("every request to an address that is not allowed is refused, not only the first")
  func again() async throws {
    let server = try TestServer { _ in .bytes([7]) }
    let loader = HTTPLoader(topLevelURL: nil, options: options())
    for _ in 0..<20 {
      #expect(await loader.fetch(server.url("/a", host: "127.0.0.1")).error?.code == .forbidden)
    }
  }

  @Test(
    "URLs with an unsupported scheme are not fetched",
    arguments: ["file:///etc/passwd", "ftp://a/b", "a.ts", ""]
  )
  func schemes(url: String) async {
    let fetched = await HTTPLoader(topLevelURL: nil, options: options()).fetch(url)
    #expect(fetched.error?.code == .unsupported)
  }

  @Test("through a proxy, only the host in the URL is checked, not the address of the proxy")
  func proxy() async throws {
    // The proxy receives a request to connect, and refuses it.
    let proxy = try TestServer { _ in .status(403) }
    let environment = ["http_proxy": proxy.url("")]
    let loader = HTTPLoader(
      topLevelURL: "http://example.com/",
      options: options { $0.environment = environment }
    )
    #expect(await loader.fetch("http://example.com/").error?.reason.contains("proxy") == true)
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(await loader.fetch("http://169.254.169.254/").error?.code == .forbidden)
    #expect(proxy.requests.count == 1)
  }
}
