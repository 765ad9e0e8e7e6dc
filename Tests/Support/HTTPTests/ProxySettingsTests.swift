import FoundationEssentials
import Testing

@testable import HTTP

@Suite struct ProxySettingsTests {
  private func route(_ url: String, _ environment: [String: String]) throws -> ProxySettings.Route {
    let url = try #require(URLComponents(string: url))
    let host = try #require(url.host)
    return ProxySettings(environment).route(
      isSecure: url.scheme == "https",
      host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
      port: url.port ?? (url.scheme == "https" ? 443 : 80)
    )
  }

  private func proxy(_ url: String, user: String? = nil, _ password: String? = nil)
    -> ProxySettings.Route
  {
    .proxy(HTTPRequest.Proxy(url: url, user: user, password: password))
  }

  @Test("http URLs use the proxy in http_proxy, and https URLs the proxy in https_proxy")
  func schemes() throws {
    let environment = ["http_proxy": "http://p1:3128", "HTTPS_PROXY": "p2:8080"]
    #expect(
      try route("http://a.test/", environment) == proxy("http://p1:3128")
    )
    #expect(
      try route("https://a.test/", environment) == proxy("http://p2:8080")
    )
    #expect(try route("http://a.test/", [:]) == .direct)
  }

  @Test("all_proxy can name a SOCKS proxy, or an HTTP proxy with user and password")
  func all() throws {
    #expect(
      try route("http://a.test/", ["all_proxy": "socks5h://s"]) == proxy("socks5h://s:1080")
    )
    #expect(
      try route("http://a.test/", ["ALL_PROXY": "http://u:p%40@h:1"])
        == proxy("http://h:1", user: "u", "p@")
    )
  }

  @Test(
    "upper-case HTTP_PROXY, which CGI servers set from a client's Proxy field, is ignored"
  )
  func httpoxy() throws {
    #expect(try route("http://a.test/", ["HTTP_PROXY": "http://evil"]) == .direct)
  }

  @Test("a proxy with an https URL is reported as unusable")
  func unusable() throws {
    #expect(
      try route("http://a.test/", ["http_proxy": "https://p"]) == .unusable("https://p")
    )
  }

  @Test(
    "hosts in no_proxy and loopback hosts are reached without the proxy",
    arguments: [
      ("a.test", "http://a.test/", true), (".test", "http://a.test/", true),
      ("test", "http://a.test/", true), ("*.test", "http://b.a.test/", true),
      ("*", "http://a.test/", true), ("a.test:81", "http://a.test/", false),
      ("a.test:80", "http://a.test/", true), ("est", "http://a.test/", false),
      ("b.test, 10.0.0.0/8", "http://10.1.2.3/", true), ("10.1.2.3", "http://10.1.2.3/", true),
      ("10.1.2.0/24", "http://10.1.3.3/", false), ("", "http://localhost/", true),
      ("", "http://127.0.0.2/", true), ("", "http://[::1]/", true), ("", "http://a.test/", false),
    ]
  )
  func exceptions(list: String, url: String, isDirect: Bool) throws {
    let route = try route(url, ["http_proxy": "p:1", "no_proxy": list])
    #expect((route == .direct) == isDirect)
  }
}
