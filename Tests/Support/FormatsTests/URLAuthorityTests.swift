import Formats
import Testing

@Suite struct URLAuthorityTests {
  @Test(
    "scheme, authority and host of a URL are found even if combining marks follow the delimiters",
    arguments: [
      ("http://a.test/b", ["http", "a.test", "a.test"]),
      ("https://user:pass@a.test:8443?c@d", ["https", "user:pass@a.test:8443", "a.test:8443"]),
      ("http://a@b@c.test#d", ["http", "a@b@c.test", "c.test"]), ("x://", ["x", "", ""]),
      ("http://user:secret@\u{301}a/", ["http", "user:secret@\u{301}a", "\u{301}a"]),
      ("http://\u{301}user:secret@a/\u{301}b", ["http", "\u{301}user:secret@a", "a"]),
    ]
  )
  func parts(url: String, parts: [String]) throws {
    let authority = try #require(URLAuthority(of: url))
    let found = [authority.scheme, authority.range, authority.host].map { String(url[$0]) }
    #expect(found.map { Array($0.utf8) } == parts.map { Array($0.utf8) })
  }

  @Test(
    "user and password are removed from a URL, and an @ without a user is kept",
    arguments: [
      ("http://user:secret@a/b@c", "http://a/b@c"), ("http://secret@a", "http://a"),
      ("http://a/b?c=d@e", "http://a/b?c=d@e"), ("udp://@239.0.0.1:1", "udp://@239.0.0.1:1"),
      ("/a/b@c", "/a/b@c"), ("", ""), ("http://a:80/b@c", "http://a:80/b@c"),
      ("http://user:se/cr?e#t@a:80/b", "http://a:80/b"), ("http://[::1]/b@c", "http://[::1]/b@c"),
      ("http://a:/b@c", "http://a:/b@c"), ("http://user:1234567/secret@a/b", "http://a/b"),
      ("http://user:+5/secret@a/b", "http://a/b"),
    ]
  )
  func withoutUser(url: String, expected: String) {
    #expect(URLAuthority.withoutUser(url) == expected)
  }

  @Test(
    "a port is a number from 0 to 65535 without a sign",
    arguments: ["", "+5", "-0", "65536", "x", "5 "]
  )
  func noPort(text: String) {
    #expect(URLAuthority.port(text[...]) == nil)
    #expect(URLAuthority.port("65535") == 65_535 && URLAuthority.port("0") == 0)
  }

  @Test("text without :// has no authority", arguments: ["", "a.ts", "a:/b", "//a"])
  func none(text: String) { #expect(URLAuthority(of: text) == nil) }
}
