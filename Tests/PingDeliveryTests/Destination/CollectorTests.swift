import Testing

@testable import PingDelivery

@Suite("collectors")
struct CollectorTests {
  @Test(
    "pings keep their path and query at the collector",
    arguments: [
      (
        "http://127.0.0.1:1", "https://collector.invalid/cgi-bin/d?a=1",
        "http://127.0.0.1:1/cgi-bin/d?a=1"
      ),
      ("http://h/base/", "https://collector.invalid/d?a=/", "http://h/base/d?a=/"),
      ("http://h/base", "https://x.nielsen.com/d?a#b", "http://h/base/d?a#b"),
      ("http://h", "https://1.nuid.collector.invalid", "http://h/"),
      ("http://h", "https://collector.invalid?x", "http://h/?x"),
    ]
  )
  func target(_ collector: String, _ ping: String, _ expected: String) throws {
    #expect(try Collector.url(of: ping, at: HTTPAddress(collector)).text == expected)
  }

  @Test(
    "a ping whose URL is none is not sent",
    arguments: ["", "/d?x", "https://a/\n", "http://ä/"]
  )
  func noURL(_ ping: String) throws {
    let address = try HTTPAddress("http://h")
    #expect(throws: CollectorURLError.self) { _ = try Collector.url(of: ping, at: address) }
  }

  @Test("files are collectors")
  func file() throws {
    #expect(try Collector("file:///tmp/x y.txt").place == .file("/tmp/x y.txt"))
    #expect(try Collector("FILE:///tmp/x").place == .file("/tmp/x"))
  }

  @Test(
    "what is no collector is refused",
    arguments: [
      "file:x", "file://host/x", "file:///", "file:///a%20b", "http://h/?q", "http://h/x?",
      "gopher://h", "127.0.0.1:8977",
    ]
  )
  func malformed(_ text: String) {
    #expect { _ = try Collector(text) } throws: { error in
      (error as? CollectorURLError)?.code == .malformed
    }
  }
}
