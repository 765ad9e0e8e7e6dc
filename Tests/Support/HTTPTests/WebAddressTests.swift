import Testing

@testable import HTTP

@Suite("web addresses") struct WebAddressTests {
  @Test("user information and fragment are removed from a URL")
  func stripped() throws {
    let address = try WebAddress(fetching: "HTTPS://u:p@Example.com:8443/a%2Fb?x=%20y+z#f")
    #expect(address.text == "https://example.com:8443/a%2Fb?x=%20y+z")
    #expect(address.host == "example.com")
    #expect(address.port == 8443)
    #expect(address.isSecure)
    #expect(address.lastSegment == "a%2Fb")
    // The text before the `@` is "u:p:".
    #expect(WebAddress("http://u:p%3A@h/")?.authorization == "Basic dTpwOg==")
  }

  @Test(
    "URLs with an unsupported scheme, without a host or with port 0 are refused",
    arguments: [
      "file:///etc/passwd", "ftp://a/", "http://", "http:///a", "", "a.ts", "http://a:0/",
    ]
  )
  func refused(text: String) {
    #expect(throws: ResourceError.self) { try WebAddress(fetching: text) }
    #expect(throws: ResourceError.self) { try HTTPLoader.check(text) }
  }

  @Test(
    "a Location field is resolved against the URL of the request",
    arguments: [
      ("b.ts", "http://a.test/p/b.ts"), ("/b.ts?x", "http://a.test/b.ts?x"),
      ("//c.test/b", "http://c.test/b"), ("https://d.test/", "https://d.test/"),
      ("?y", "http://a.test/p/a.ts?y"), ("../x", "http://a.test/x"),
    ]
  )
  func resolving(location: String, expected: String) throws {
    #expect(try WebAddress(fetching: "http://a.test/p/a.ts?q").resolving(location).text == expected)
  }

  @Test(
    "redirects to unsupported schemes are refused",
    arguments: ["file:///etc/passwd", "data:,x"]
  )
  func otherScheme(location: String) throws {
    let address = try WebAddress(fetching: "http://a.test/")
    #expect(throws: ResourceError.self) { try address.resolving(location) }
  }

  @Test(
    "secrets may go to the same host and port or from http to https, but not back to http",
    arguments: [
      ("http://a.test/", true), ("https://a.test/", true), ("http://a.test:81/", false),
      ("http://b.a.test/", false),
    ]
  )
  func secrets(url: String, mayKnow: Bool) throws {
    let origin = try WebAddress(fetching: "http://a.test/x")
    #expect(try WebAddress(fetching: url).mayKnowSecrets(of: origin) == mayKnow)
    let secure = try WebAddress(fetching: "https://a.test/x")
    #expect(try !WebAddress(fetching: "http://a.test/").mayKnowSecrets(of: secure))
  }

  @Test(
    "the host and port of a URL are those to which libcurl connects",
    arguments: [
      ("http://A.example/", "a.example", 80), ("https://u:p@a:8443/x", "a", 8443),
      ("http://[::1]:81/", "::1", 81), ("http://127.1/", "127.0.0.1", 80),
      ("http://0x7f000001/", "127.0.0.1", 80), ("http://%6cocalhost/", "localhost", 80),
    ]
  )
  func place(url: String, host: String, port: Int) {
    let place = WebAddress(url)
    #expect(place?.host == host)
    #expect(place?.port == port)
    #expect(place?.isSecure == url.hasPrefix("https"))
  }

  @Test(
    "text that is not an http or https URL with a host gives no web address",
    arguments: ["", "a", "ftp://a/", "http://", "http:///"]
  )
  func noPlace(url: String) { #expect(WebAddress(url) == nil) }
}
