import Testing

@testable import Fetching

@Suite struct CookieJarTests {
  private let now: Int64 = 1_000_000_000

  private func header(
    _ setting: [(from: String, cookie: String)],
    to url: String,
    at time: Int64? = nil
  ) throws -> String? {
    var jar = CookieJar()
    for (origin, text) in setting {
      guard let cookie = Cookie(text, now: now) else { continue }
      jar.set(cookie, from: try HTTPAddress(origin), now: now)
    }
    return jar.header(for: try HTTPAddress(url), now: time ?? now)
  }

  @Test(
    "a cookie goes where its domain and path say",
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
  func scope(cookie: String, url: String, isSent: Bool) throws {
    let header = try header([("http://x.example.com/p/a", cookie)], to: url)
    #expect((header == "a=1") == isSent)
  }

  @Test("a secure cookie of an encrypted connection is sent over such ones only")
  func secure() throws {
    let setting = [(from: "https://x.test/", cookie: "a=1; Secure")]
    #expect(try header(setting, to: "https://x.test/") == "a=1")
    #expect(try header(setting, to: "http://x.test/") == nil)
  }

  @Test("an answer in clear cannot replace a secure cookie")
  func overwritten() throws {
    let setting = [
      (from: "https://x.test/", cookie: "a=1; Secure"), (from: "http://x.test/", cookie: "a=2"),
    ]
    #expect(try header(setting, to: "https://x.test/") == "a=1")
  }

  @Test(
    "a cookie ends at its time",
    arguments: [
      ("a=1; Max-Age=10", 9, true), ("a=1; Max-Age=10", 10, false), ("a=1; Max-Age=0", 0, false),
      ("a=1; Expires=Sun, 09 Sep 2001 01:46:50 GMT", 9, true),
      ("a=1; Expires=Sun, 09-Sep-01 01:46:50 GMT", 10, false),
      ("a=1; Expires=Sun, 09 Sep 2001 01:46:50 GMT; Max-Age=100", 50, true),
      ("a=1; Expires=nonsense", 1000, true), ("a=1; Max-Age=99999999999999999999", 10, true),
    ]
  )
  func expiry(cookie: String, after seconds: Int, isSent: Bool) throws {
    let setting = [(from: "http://x.test/", cookie: cookie)]
    let header = try header(setting, to: "http://x.test/", at: now + Int64(seconds))
    #expect((header != nil) == isSent)
  }

  @Test(
    "a later cookie of the same name and place replaces the earlier, one that is over removes it"
  )
  func replaced() throws {
    let setting = [
      (from: "http://x.test/", cookie: "a=1"), (from: "http://x.test/", cookie: "a=2"),
    ]
    #expect(try header(setting, to: "http://x.test/") == "a=2")
    let ended = setting + [(from: "http://x.test/", cookie: "a=; Max-Age=0")]
    #expect(try header(ended, to: "http://x.test/") == nil)
  }

  @Test("longer paths come first, then older cookies")
  func order() throws {
    let setting = [
      (from: "http://x.test/", cookie: "a=1; Path=/"),
      (from: "http://x.test/", cookie: "b=2; Path=/p"),
      (from: "http://x.test/", cookie: "c=3; Path=/"),
    ]
    #expect(try header(setting, to: "http://x.test/p") == "b=2; a=1; c=3")
  }

  @Test("the jar is bounded")
  func bounded() throws {
    var jar = CookieJar()
    for number in 0..<3000 {
      let cookie = try #require(Cookie("a\(number)=1", now: now))
      jar.set(cookie, from: try HTTPAddress("http://h\(number % 100).test/"), now: now)
    }
    #expect(jar.count == CookieJar.capacity)
    for number in 0..<100 {
      let cookie = try #require(Cookie("b\(number)=1", now: now))
      jar.set(cookie, from: try HTTPAddress("http://one.test/"), now: now)
    }
    let sent = jar.header(for: try HTTPAddress("http://one.test/"), now: now)
    #expect(sent?.split(separator: ";").count == CookieJar.capacityOfDomain)
    let large = try #require(Cookie("c=" + String(repeating: "x", count: 5000), now: now))
    jar.set(large, from: try HTTPAddress("http://two.test/"), now: now)
    #expect(jar.header(for: try HTTPAddress("http://two.test/"), now: now) == nil)
  }

  @Test("an address is no domain of others")
  func address() throws {
    let setting = [(from: "http://1.2.3.4/", cookie: "a=1; Domain=3.4")]
    #expect(try header(setting, to: "http://1.2.3.4/") == nil)
  }

  @Test("what is no cookie sets nothing", arguments: ["", "a", "=1", ";a=1", "a\u{1}=1"])
  func senseless(text: String) {
    #expect(Cookie(text, now: now) == nil)
  }
}
