import Synchronization
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// The handling of cookies that servers set. All host names lead to the same server.
@Suite struct CookieTests {
  /// Fetches the URLs of `setting`, whose responses set cookies, one after the other, and then `url`. Returns the
  /// `Cookie` field of the request for `url`.
  private func sent(
    _ setting: [(from: String, cookie: String)],
    to url: String
  ) async throws -> String? {
    let left = Mutex(setting.map(\.cookie))
    let server = try TestServer { request in
      let cookie = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      return TestResponse(
        headers: cookie.map { [("Set-Cookie", $0)] } ?? [],
        body: Array((request["cookie"] ?? "none").utf8)
      )
    }
    var environment = HTTPEnvironment.impatient()
    environment.destinations = [":80:127.0.0.1:\(server.port)"]
    let loader = HTTPLoader(topLevelURL: url, options: HTTPOptions(), environment: environment)
    for (origin, _) in setting { #expect(await loader.fetch(origin).error == nil) }
    let fetched = await loader.fetch(url)
    #expect(fetched.error == nil)
    let text = String(decoding: fetched.bytes, as: UTF8.self)
    return text == "none" ? nil : text
  }

  @Test(
    "a cookie is sent only for its domain and path",
    arguments: [
      ("a=1", "http://x.example.com/p/b", true), ("a=1", "http://example.com/p/b", false),
      ("a=1", "http://y.x.example.com/p/b", false), ("a=1", "http://x.example.com/q", false),
      ("a=1; Path=/", "http://x.example.com/q", true),
      ("a=1; Domain=example.com", "http://y.example.com/p/b", true),
      ("a=1; Domain=.example.com", "http://example.com/p", true),
      ("a=1; Domain=example.com", "http://badexample.com/p", false),
      ("a=1; Domain=com", "http://x.example.com/p", false),
      ("a=1; Domain=other.com", "http://x.example.com/p", false),
      ("a=1; Path=/p", "http://x.example.com/pq", false),
      ("a=1; Path=/p/", "http://x.example.com/p/q", true),
      ("a=1; Secure", "http://x.example.com/p/b", false),
    ]
  )
  func scope(cookie: String, url: String, isSent: Bool) async throws {
    let sent = try await sent([("http://x.example.com/p/a", cookie)], to: url)
    #expect(sent == (isSent ? "a=1" : nil))
  }

  @Test(
    "a secure cookie is sent and replaced only over encrypted connections",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it")
  )
  func secure() async throws {
    let routes: TestServer.Routes = { request in
      let cookie = ["/set": "a=1; Path=/; Secure", "/overwrite": "a=2; Path=/"][request.path]
      return TestResponse(
        headers: cookie.map { [("Set-Cookie", $0)] } ?? [],
        body: Array((request["cookie"] ?? "none").utf8)
      )
    }
    let (plain, secured) = (try TestServer(routes: routes), try TestServer(.https1, routes: routes))
    var options = HTTPOptions()
    options.isInsecure = true
    var environment = HTTPEnvironment.impatient()
    environment.destinations = [
      ":80:127.0.0.1:\(plain.port)", ":443:127.0.0.1:\(secured.port)",
    ]
    let loader = HTTPLoader(
      topLevelURL: "https://x.test/",
      options: options,
      environment: environment
    )
    #expect(await loader.fetch("https://x.test/set").error == nil)
    #expect(await loader.fetch("http://x.test/overwrite").bytes == Array("none".utf8))
    #expect(await loader.fetch("https://x.test/").bytes == Array("a=1".utf8))
    #expect(await loader.fetch("http://x.test/").bytes == Array("none".utf8))
  }

  @Test(
    "an expired cookie is not sent",
    arguments: [
      ("a=1; Max-Age=1000", true), ("a=1; Max-Age=0", false), ("a=1; Max-Age=-1", false),
      ("a=1; Expires=Sun, 09 Sep 2001 01:46:50 GMT", false),
      ("a=1; Expires=Sunday, 09-Sep-01 01:46:50 GMT", false),
      ("a=1; Expires=Sun Sep  9 01:46:50 2001", false),
      ("a=1; Expires=9 Sep 2001 01:46:50 GMT", false),
      ("a=1; Expires=Wed, 06 Nov 2137 08:49:37 GMT", true),
      ("a=1; Expires=Sun, 09 Sep 2001 01:46:50 GMT; Max-Age=100", true),
      ("a=1; Expires=nonsense", true), ("a=1; Max-Age=99999999999999999999", true),
    ]
  )
  func expiry(cookie: String, isSent: Bool) async throws {
    let sent = try await sent([("http://x.test/", cookie)], to: "http://x.test/")
    #expect((sent == "a=1") == isSent)
  }

  @Test(
    "a new cookie replaces, and an expired cookie removes, an earlier cookie with the same name"
  )
  func replaced() async throws {
    let setting = [
      (from: "http://x.test/", cookie: "a=1"), (from: "http://x.test/", cookie: "a=2"),
    ]
    #expect(try await sent(setting, to: "http://x.test/") == "a=2")
    let ended = setting + [(from: "http://x.test/", cookie: "a=; Max-Age=0")]
    #expect(try await sent(ended, to: "http://x.test/") == nil)
  }

  @Test("cookies with longer paths are sent first")
  func order() async throws {
    let setting = [
      (from: "http://x.test/", cookie: "a=1; Path=/"),
      (from: "http://x.test/", cookie: "b=2; Path=/p"),
      (from: "http://x.test/", cookie: "c=3; Path=/"),
    ]
    let sent = try await sent(setting, to: "http://x.test/p")
    #expect(sent?.hasPrefix("b=2; ") == true)
    #expect(sent.map { Set($0.split(separator: "; ")) } == ["a=1", "b=2", "c=3"])
  }

  @Test("a cookie whose domain is the end of an IP address is not stored")
  func address() async throws {
    #expect(
      try await sent([("http://127.0.0.1/", "a=1; Domain=0.1")], to: "http://127.0.0.1/") == nil
    )
  }

  @Test("a malformed Set-Cookie field sets no cookie", arguments: ["", "a", "=1", "a\u{1}=1"])
  func senseless(text: String) async throws {
    #expect(try await sent([("http://x.test/", text)], to: "http://x.test/") == nil)
  }

  @Test("loaders do not share cookies, and a Cookie field from the options is sent in addition")
  func separate() async throws {
    let server = try TestServer { request in
      TestResponse(
        headers: request.path == "/set" ? [("Set-Cookie", "a=1; Path=/")] : [],
        body: Array((request["cookie"] ?? "none").utf8)
      )
    }
    var options = HTTPOptions()
    options.headers = ["Cookie: own=2"].compactMap(HeaderField.init)
    let one = HTTPLoader(topLevelURL: server.url("/"), options: options)
    #expect(await one.fetch(server.url("/set")).bytes == Array("own=2".utf8))
    let both = await String(decoding: one.fetch(server.url("/")).bytes, as: UTF8.self)
    #expect(Set(both.replacing(" ", with: "").split(separator: ";")) == ["a=1", "own=2"])
    let other = HTTPLoader(topLevelURL: server.url("/"))
    #expect(await other.fetch(server.url("/")).bytes == Array("none".utf8))
  }

  @Test("the number of cookies from one server is limited")
  func bounded() async throws {
    let server = try TestServer { request in
      let cookies = (0..<50).map { ("Set-Cookie", "c\(request.index)_\($0)=1; Path=/") }
      return TestResponse(
        headers: request.path == "/set" ? cookies : [],
        body: Array((request["cookie"] ?? "none").utf8)
      )
    }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for _ in 0..<10 { #expect(await loader.fetch(server.url("/set")).error == nil) }
    let sent = await String(decoding: loader.fetch(server.url("/")).bytes, as: UTF8.self)
    #expect(sent.split(separator: ";").count == CookieShare.capacityOfDomain)
  }
}
