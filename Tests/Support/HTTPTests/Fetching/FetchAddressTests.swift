import Testing

@testable import HTTP

@Suite struct HTTPAddressTests {
  @Test("user information and fragment are removed")
  func stripped() throws {
    let address = try FetchAddress("HTTPS://u:p@Example.com:8443/a%2Fb?x=%20y+z#f")
    #expect(address.text.hasSuffix("://Example.com:8443/a%2Fb?x=%20y+z"))
    #expect(address.host == "example.com")
    #expect(address.port == 8443)
    #expect(address.isSecure)
    #expect(address.path == "/a%2Fb")
    #expect(Credentials(in: "http://u:p%3A@h/") == Credentials(user: "u", password: "p:"))
  }

  @Test(
    "other schemes and impossible URLs are refused",
    arguments: [
      "file:///etc/passwd", "ftp://a/", "http://", "http:///a", "", "a.ts", "http://a:0/",
    ]
  )
  func refused(text: String) {
    #expect(throws: ResourceError.self) { try FetchAddress(text) }
    #expect(throws: ResourceError.self) { try HTTPLoader.check(text) }
  }

  @Test(
    "a Location is resolved against the URL that gave it",
    arguments: [
      ("b.ts", "http://a.test/p/b.ts"), ("/b.ts?x", "http://a.test/b.ts?x"),
      ("//c.test/b", "http://c.test/b"), ("https://d.test/", "https://d.test/"),
      ("?y", "http://a.test/p/a.ts?y"), ("../x", "http://a.test/x"),
    ]
  )
  func resolving(location: String, expected: String) throws {
    #expect(try FetchAddress("http://a.test/p/a.ts?q").resolving(location).text == expected)
  }

  @Test("a redirect to another scheme is refused", arguments: ["file:///etc/passwd", "data:,x"])
  func otherScheme(location: String) throws {
    let address = try FetchAddress("http://a.test/")
    #expect(throws: ResourceError.self) { try address.resolving(location) }
  }

  @Test(
    "secrets stay with the host, and are never sent in clear after encryption",
    arguments: [
      ("http://a.test/", true), ("https://a.test/", true), ("http://a.test:81/", false),
      ("http://b.a.test/", false),
    ]
  )
  func secrets(url: String, mayKnow: Bool) throws {
    let origin = try FetchAddress("http://a.test/x")
    #expect(try FetchAddress(url).mayKnowSecrets(of: origin) == mayKnow)
    let secure = try FetchAddress("https://a.test/x")
    #expect(try !FetchAddress("http://a.test/").mayKnowSecrets(of: secure))
  }
}
